import css from './thread.css?inline'

let made: CSSStyleSheet | undefined

/** One sheet for all threads of a page. Pages with a strict policy allow it, where they would not allow `<style>`. */
export function sheet(): CSSStyleSheet {
  if (made === undefined) {
    made = new CSSStyleSheet()
    made.replaceSync(css)
  }
  return made
}
