import * as z from 'zod'
import { revisionsIn } from '../../api/revisions-in.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import type { InventoryBook } from '../inventory/book.ts'
import { creativeChangeSchema, newCreativeSchema, reviewSchema } from '../inventory/creative-inputs.ts'
import { idField } from '../inventory/inputs.ts'
import { type Creative, REVIEWS } from '../model.ts'
import { archiving } from './archiving.ts'
import { kindRoutes, PROMO, shown } from './kind-routes.ts'
import { creativeSchema, creativeView } from './views.ts'

type View = (docs: readonly Creative[]) => Promise<object[]>

const param = idField.meta({ description: 'Id of a creative.' })

const viewer =
  ({ pictures }: Pick<InventoryBook, 'pictures'>): View =>
  async (docs) => {
    const photos = await pictures(docs)
    return docs.map((creative) => creativeView(creative, photos))
  }

export const creativeRoutes = (book: InventoryBook): Route[] => [
  ...kindRoutes({
    one: 'creative',
    plural: 'creatives',
    name: { one: 'Creative', many: 'Creatives' },
    param,
    nameOf: ({ _id }: Creative) => _id,
    newSchema: newCreativeSchema,
    changeSchema: creativeChangeSchema,
    filters: z.object({
      advertiser: idField.optional().meta({ description: 'All of this advertiser, archived ones too.' }),
      review: z.enum(REVIEWS).optional().meta({ description: 'Those that wait, were approved, or rejected.' }),
    }),
    answer: creativeSchema,
    view: viewer(book),
    ending: archiving('creative', 'it is shown nowhere any more'),
    book: book.creatives,
  }),
  reviewRoute(book),
]

const reviewRoute = (book: InventoryBook): Route =>
  defineRoute({
    ...PROMO,
    method: 'POST',
    path: '/v1/promo/creatives/{creative}/review',
    name: 'reviewCreative',
    summary: 'Approves of a creative, or rejects it with a reason; with If-Match only what was seen; for admins',
    params: z.object({ creative: param }),
    body: reviewSchema,
    fields: ['if-match'],
    answers: { 200: creativeSchema },
    handle: async ({ params, body, actor, headers }) => {
      const revs = revisionsIn(headers.ifMatch)
      const creative = await book.creatives.review(actor, params.creative, { ...body, revs })
      return shown({ view: viewer(book) }, creative, actor)
    },
  })
