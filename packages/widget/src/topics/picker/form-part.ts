type Heard = { set: (id: string | null) => void; reset: () => void }
type Shown = { value: string | null; missing: string | null; at: HTMLElement | null }

export type FormPart = {
  /** Hears of what the page or its form does. */
  listen: (heard: Heard) => void
  show: (shown: Shown) => void
}

const known = new WeakMap<HTMLElement, FormPart>()

/** The element as a part of a form, with a `value`; an element can become that only once. */
export function formPart(host: HTMLElement): FormPart {
  const made = known.get(host) ?? makePart(host)
  known.set(host, made)
  return made
}

function makePart(host: HTMLElement): FormPart {
  const internals = host.attachInternals()
  let heard: Heard | null = null
  let value = takeEarly(host)
  Object.defineProperty(host, 'value', {
    configurable: true,
    get: () => value,
    set: (id: string | null) => {
      heard?.set(id || null)
    },
  })
  let form: HTMLFormElement | null = null
  const reset = (): void => heard?.reset()
  return {
    listen: (to) => {
      const early = heard === null ? value : null
      heard = to
      if (early !== null) to.set(early)
    },
    show: ({ value: id, missing, at }) => {
      value = id
      form?.removeEventListener('reset', reset)
      form = internals.form
      form?.addEventListener('reset', reset)
      internals.setFormValue(id)
      if (id === null && missing !== null) internals.setValidity({ valueMissing: true }, missing, at ?? undefined)
      else internals.setValidity({})
    },
  }
}

/** What the page has set before this program came. */
function takeEarly(host: HTMLElement): string | null {
  const early: unknown = Object.hasOwn(host, 'value') ? Reflect.get(host, 'value') : null
  return typeof early === 'string' && early !== '' ? early : null
}
