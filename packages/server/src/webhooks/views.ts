import * as z from 'zod'
import { DISABLED_BY, EVENT_TYPES, STATES } from './model.ts'

const instant = z.iso.datetime()
export const next = z.string().nullable().meta({ description: 'For the parameter `cursor`; null at the end.' })

export const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    types: z.array(z.enum(EVENT_TYPES)).nullable().meta({ description: 'Null for all.' }),
    created: instant,
    disabled: z
      .object({ at: instant, reason: z.enum(DISABLED_BY) })
      .nullable()
      .meta({ description: '`gone`: it answered 410. `failing`: it took nothing for five days.' }),
    failing: z
      .object({ since: instant, times: z.int() })
      .nullable()
      .meta({ description: 'Since when it takes nothing; null where the last try was taken.' }),
    rotating: instant.nullable().meta({ description: 'Until when the secret before this one signs along.' }),
  })
  .meta({ id: 'Webhook' })

export const withSecretSchema = webhookSchema
  .extend({ secret: z.string().meta({ description: 'Shown now and never again.' }) })
  .meta({ id: 'WebhookWithSecret' })

export const answered = { status: z.int().nullable(), ms: z.int(), error: z.string().nullable() }

export const deliverySchema = z
  .object({
    event: z.string().meta({ description: 'The header `webhook-id`, the same at every try.' }),
    type: z.enum(EVENT_TYPES),
    at: instant,
    state: z
      .enum(STATES)
      .meta({ description: '`skipped`: the webhook was disabled, or it happened before a restore.' }),
    attempts: z.int(),
    next: instant.nullable().meta({ description: 'When it is tried again.' }),
    log: z.array(z.object({ at: instant, ...answered })).meta({ description: 'The last ten tries.' }),
  })
  .meta({ id: 'WebhookDelivery' })
