import type { ComponentChildren, FunctionComponent, JSX } from 'preact'
import { useEffect, useReducer } from 'preact/hooks'

type Loaded<P> = FunctionComponent<P>

/** A part that is not needed for the first look: until it has come, there is what it is given instead. */
export function later<P extends object>(
  load: () => Promise<Loaded<P>>,
): (props: P & { instead?: ComponentChildren }) => JSX.Element {
  let known: Loaded<P> | null = null
  return function Later({ instead, ...props }) {
    const [, draw] = useReducer((times: number, _: void) => times + 1, 0)
    useEffect(() => {
      if (known !== null) return
      load().then(
        (Part) => {
          known = Part
          draw()
        },
        () => {},
      )
    }, [])
    const Part = known
    return Part === null ? <>{instead}</> : <Part {...(props as unknown as P)} />
  }
}
