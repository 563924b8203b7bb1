import { type Context, createContext } from '../context.ts'
import { showProgress } from './progress.ts'
import { requireSettings } from './settings.ts'

/** For a command that looks at or changes documents, beside a service that may be running. */
export async function withContext<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const context = await createContext(requireSettings(), { onProgress: showProgress(process.stderr) })
  try {
    return await work(context)
  } finally {
    await context.store.close()
  }
}
