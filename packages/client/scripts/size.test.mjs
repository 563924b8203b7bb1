import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { build } from 'vite'

const LARGEST = 3072

/** What a browser loads for an entry of the package with all that it leads to: minified, and as gzip sends it. */
async function sizeOf(entry) {
  const input = fileURLToPath(new URL(`../src/${entry}.ts`, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  })
  const [{ output }] = [built].flat()
  expect(output).toHaveLength(1)
  return gzipSync(output[0].code, { level: 9 }).length
}

test('what a thread needs fits into 3 kB', async () => {
  const size = await sizeOf('index')
  console.log(`@palaver/client: ${size} bytes of at most ${LARGEST}`)
  expect(size).toBeLessThanOrEqual(LARGEST)
})
