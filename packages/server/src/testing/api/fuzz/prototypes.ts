const WATCHED = { Object, Array, Function, String, Number, Boolean, Map, Set, Promise, Error, Buffer, RegExp }

/** Everything that all objects share, to see later whether it is still so. */
export function prototypesNow(): string {
  return JSON.stringify(
    Object.entries(WATCHED).map(([name, { prototype }]) => [
      name,
      Reflect.ownKeys(prototype).map((key) => [
        String(key),
        typeof Reflect.getOwnPropertyDescriptor(prototype, key)?.value,
      ]),
    ]),
  )
}
