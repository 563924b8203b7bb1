/** A language as everybody writes it, `he` for `iw`; null where it is none. */
export function canonicalLocale(locale: string): string | null {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? null
  } catch {
    return null
  }
}

type Weighed = { locale: string; weight: number }

/** The one that `Accept-Language` wants most, the first of those that it wants alike; null where it names none. */
export function preferredLocale(field: string | null): string | null {
  const wanted = (field ?? '').split(',').map(weighed)
  const named = wanted.filter(({ locale, weight }) => locale !== '' && locale !== '*' && weight > 0)
  return named.toSorted((a, b) => b.weight - a.weight)[0]?.locale ?? null
}

function weighed(range: string): Weighed {
  const [locale = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice('q='.length) ?? 1)
  return { locale, weight: Number.isNaN(weight) ? 0 : weight }
}
