import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '@palaver/store'
import type { FastifyInstance } from 'fastify'
import { collections } from '../../collections.ts'
import { readSettings } from '../../config/read-settings.ts'
import { type Context, createContext, type Overrides } from '../../context.ts'
import { startFollowing } from '../../following.ts'
import { createApp } from '../../http/app.ts'
import type { Document } from './document.ts'

export type WholeService = {
  context: Context
  app: FastifyInstance
  /** What the service itself says of its API. */
  document: Document
  close: () => Promise<void>
}

type OpenEngine = { open: (all: typeof collections) => Promise<Engine> }

/** All of the service on a database of its own, for tests that walk the whole API. */
export async function wholeService(engine: OpenEngine, overrides: Overrides = {}): Promise<WholeService> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-whole-'))
  const { config, problems } = readSettings({
    PALAVER_LOG_LEVEL: 'silent',
    PALAVER_PUSH_CONTACT: 'mailto:operator@example.org',
    PALAVER_LINK_PREVIEWS: '0',
    PALAVER_DATA: folder,
  })
  if (config === null) throw new Error(problems.join('\n'))
  const context = await createContext(config, { engine: await engine.open(collections), ...overrides })
  startFollowing(context)
  const app = await createApp(context)
  const document = (await app.inject('/openapi.json')).json<Document>()
  const close = async (): Promise<void> => {
    await app.close()
    await context.store.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { context, app, document, close }
}
