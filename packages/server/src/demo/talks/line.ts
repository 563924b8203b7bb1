/** One comment of a discussion that the demo begins with. */
export type Line = {
  by: string
  /** The number of the line that it answers. */
  to?: number
  /** Minutes behind the line before it. */
  after: number
  text: string
  likes?: readonly string[]
  reactions?: Readonly<Record<string, readonly string[]>>
}
