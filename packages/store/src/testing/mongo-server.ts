import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { startDouble } from './mongo-double.ts'
import { end, firstLine, freePort, letGo, runs } from './processes.ts'

export type TestMongo = { url: string; flavour: 'given' | 'mongod' | 'double'; stop(): Promise<void> }

const MISSING =
  'no MongoDB for the tests: set PALAVER_TEST_MONGODB_URL, or put mongod on the PATH, or install a JDK (11 or later) and Maven'

/** A MongoDB server for the tests: the one that is given, a mongod of our own, or the in-memory double. */
export async function startMongo(): Promise<TestMongo | { missing: string }> {
  const given = process.env['PALAVER_TEST_MONGODB_URL']
  if (given !== undefined && given !== '') return { url: given, flavour: 'given', stop: async () => {} }
  if (await runs('mongod', ['--version'])) return startMongod()
  try {
    const double = await startDouble()
    return double === null ? { missing: MISSING } : { url: double.url, flavour: 'double', stop: double.stop }
  } catch (error) {
    const [reason] = String(error).split('\n')
    return { missing: `${MISSING}; those that are here could not fetch or start mongo-java-server: ${reason}` }
  }
}

/** A replica set of one node, because only a replica set retries writes. */
async function startMongod(): Promise<TestMongo> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-mongod-'))
  const port = String(await freePort())
  const args = ['--dbpath', folder, '--port', port, '--bind_ip', '127.0.0.1', '--replSet', 'palaver']
  const child = spawn('mongod', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  await firstLine(child, /waiting for connections/i)
  letGo(child)
  await initiate(`127.0.0.1:${port}`)
  const stop = async (): Promise<void> => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  return { url: `mongodb://127.0.0.1:${port}/?replicaSet=palaver`, flavour: 'mongod', stop }
}

async function initiate(host: string): Promise<void> {
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`)
  try {
    const admin = client.db('admin')
    await admin.command({ replSetInitiate: { _id: 'palaver', members: [{ _id: 0, host }] } })
    while (!(await admin.command({ hello: 1 }))['isWritablePrimary']) await sleep(50)
  } finally {
    await client.close()
  }
}
