import { useEffect } from 'preact/hooks'
import { useThread } from '../thread/parts/use-thread.ts'

/** Says that there is no network as soon as the browser knows, and no longer than that. */
export function useOnline(): void {
  const { store } = useThread()
  useEffect(() => {
    const look = (): void => store.set({ isOffline: !navigator.onLine })
    look()
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
}
