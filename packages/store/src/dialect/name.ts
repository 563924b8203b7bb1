const DOT = 46
const DOLLAR = 36

/** Names that were found good. Documents use the same few over and over; the rest is looked at each time. */
const known = new Set<string>()
const MOST_KNOWN = 4096

/** Whether a document may have a field of this name, on both engines and in a path. */
export function isName(name: string): boolean {
  if (known.has(name)) return true
  const good = isGood(name)
  if (good && known.size < MOST_KNOWN) known.add(name)
  return good
}

function isGood(name: string): boolean {
  if (name === '' || name === '__proto__') return false
  for (let at = 0; at < name.length; at++) {
    const unit = name.charCodeAt(at)
    if (unit === DOT || unit === DOLLAR || unit === 0) return false
  }
  return name.isWellFormed()
}

/** What is wrong with a name that `isName` does not take. */
export function faultOfName(name: string): string {
  if (name === '') return 'a field name is empty; give it a name'
  if (name === '__proto__') return 'no field may be called "__proto__"; give it another name'
  const shown = JSON.stringify(name)
  if (!name.isWellFormed()) return `the field name ${shown} has half of a surrogate pair; clean it with toWellFormed()`
  return `the field name ${shown} has a dot, a dollar sign or a zero character; use another name`
}

/** Fields at the top of a document that begin with `_` belong to the store, but for the id. */
export function isHidden(name: string): boolean {
  return name.charCodeAt(0) === 95 && name !== '_id'
}

export function faultOfHidden(name: string): string {
  return `the field "${name}" begins with "_", which only the store's own fields do; use another name`
}
