import { join } from 'node:path'
import type { Config } from '../config/settings.ts'
import type { Blobs } from './blobs.ts'
import { DiskBlobs } from './disk.ts'
import { S3Blobs } from './s3.ts'

type Settings = Pick<Config, 'data' | 's3Endpoint' | 's3Region' | 's3Bucket' | 's3KeyId' | 's3Secret'>

/** Where this database keeps its files: each has a place of its own, so that none removes what another needs. */
export function openBlobs(config: Settings, under: string, onFailure: (error: unknown) => void): Blobs {
  const { s3Endpoint: endpoint, s3Region: region, s3Bucket, s3KeyId, s3Secret } = config
  if (endpoint === null) return new DiskBlobs(join(config.data, 'files', under))
  const access = { bucket: s3Bucket ?? '', keyId: s3KeyId ?? '', secret: s3Secret ?? '' }
  return new S3Blobs({ endpoint, region, ...access, under, onFailure })
}
