/**
 * Notes when the first comment has been painted, in milliseconds since the navigation began: the same for comments in the
 * page itself and for those in a shadow root. A frame that finds it laid out and in sight paints it; when the next frame
 * begins, that is done.
 */
globalThis.painted = new Promise((resolve) => {
  const look = () => {
    const root = document.querySelector('palaver-thread')?.shadowRoot ?? document
    const box = root.querySelector('article.comment .text')?.getBoundingClientRect()
    const isSeen = box !== undefined && box.height > 0 && box.top < innerHeight
    requestAnimationFrame(isSeen ? () => resolve(performance.now()) : look)
  }
  requestAnimationFrame(look)
})
