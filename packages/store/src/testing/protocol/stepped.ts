/** Decides when a call is made, and what its caller sees of it. */
type Gate = (method: string, args: readonly unknown[], make: () => unknown) => Promise<unknown>

/**
 * The object with every method behind the gate. What a method calls on its own object is part of the same call.
 * Methods that answer without a promise have to be named in `unstepped`; they are called directly.
 */
export function stepped<T extends object>(object: T, gate: Gate, unstepped: readonly string[] = []): T {
  return new Proxy(object, {
    get(target, key) {
      const member = memberOf(target, key)
      if (typeof member !== 'function' || typeof key === 'symbol' || unstepped.includes(key)) return member
      return (...args: unknown[]) => gate(key, args, (): unknown => Reflect.apply(member, target, args))
    },
  })
}

/** The same object but for some members; what is assigned goes to the object itself. */
export function withMembers<T extends object, M extends object>(object: T, members: M): T & M {
  const view = new Proxy(object, {
    get: (target, key) => (Reflect.has(members, key) ? Reflect.get(members, key) : memberOf(target, key)),
  })
  return view as T & M
}

/** Methods stay with their object, whose private members a proxy does not have. */
function memberOf(object: object, key: string | symbol): unknown {
  const member: unknown = Reflect.get(object, key, object)
  return typeof member === 'function' && key !== 'constructor' ? member.bind(object) : member
}
