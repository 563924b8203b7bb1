import type { Consumer, Handler, Store } from '@palaver/store'
import type { Logger } from 'pino'
import { type FoldNeeds, foldSlice } from './folding.ts'

const ADS = 'ads'

/** Adds what was billed to the reports, in the order in which slices were closed. */
const adsHandler =
  (needs: FoldNeeds): Handler =>
  async (events) => {
    for (const event of events) if (event.type === 'ad-slice') await foldSlice(needs, event)
  }

type Running = { store: Store; needs: FoldNeeds; log: Logger }

/** Goes on where it was, and ends with the store. */
export const startAds = ({ store, needs, log }: Running): Consumer =>
  store.consume(ADS, adsHandler(needs), {
    onError: (error, partition) =>
      log.error({ err: error, partition }, 'what ads brought could not be added up and will be in a moment'),
  })
