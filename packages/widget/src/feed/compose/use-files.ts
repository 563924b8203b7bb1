import { useState } from 'preact/hooks'
import { filesIn } from './files-in.ts'

type Listeners = {
  onPaste: (event: ClipboardEvent) => void
  onDrop: (event: DragEvent) => void
  onDragOver: (event: DragEvent) => void
  onDragLeave: () => void
}

/** Pictures that are pasted into something or dropped on it; `isOver` while some are held above it. */
export function useFiles(
  take: (files: readonly File[]) => void,
  isWanted: boolean,
): { isOver: boolean; on: Listeners | undefined } {
  const [isOver, setOver] = useState(false)
  const got = (event: Event, data: DataTransfer | null): void => {
    const found = filesIn(data)
    setOver(false)
    if (found.length === 0) return
    event.preventDefault()
    take(found)
  }
  const on: Listeners = {
    onPaste: (event) => got(event, event.clipboardData),
    onDrop: (event) => got(event, event.dataTransfer),
    onDragLeave: () => setOver(false),
    onDragOver: (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      setOver(true)
    },
  }
  return { isOver, on: isWanted ? on : undefined }
}
