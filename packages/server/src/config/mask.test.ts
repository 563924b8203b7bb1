import { expect, test } from 'vitest'
import { maskSecret } from './mask.ts'

test.each([
  ['', ''],
  ['mongodb://db:27017/palaver', 'mongodb://db:27017/palaver'],
  ['mongodb://me:p%40ss@db/palaver', 'mongodb://***@db/palaver'],
  ['mongodb://me:p@ss@db/palaver', 'mongodb://***@db/palaver'],
  ['mongodb://me:p/a?ss@db/palaver', 'mongodb://***@db/palaver'],
  ['mongodb+srv://me:secret@cluster.example/?replicaSet=rs0', 'mongodb+srv://***@cluster.example/?replicaSet=rs0'],
  [
    'mongodb://a,b/x?tls=true&tlsCertificateKeyFilePassword=abc',
    'mongodb://a,b/x?tls=true&tlsCertificateKeyFilePassword=***',
  ],
  ['mongodb://a/x?authMechanismProperties=AWS_SESSION_TOKEN:abc', 'mongodb://a/x?authMechanismProperties=***'],
  ['me:secret', '***'],
])('%s is shown as %s', (address, shown) => {
  expect(maskSecret(address)).toBe(shown)
})
