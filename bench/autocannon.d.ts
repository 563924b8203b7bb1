/** The few parts of it that are used here; the package brings no types. */
declare module 'autocannon' {
  type Options = {
    url: string
    connections: number
    amount: number
    requests: readonly {
      path: string
      method?: string
      headers?: Readonly<Record<string, string>>
      setupRequest?: (request: Record<string, unknown>) => Record<string, unknown>
    }[]
    sampleInt: number
  }
  type Result = { '2xx': number }
  export default function autocannon(options: Options): Promise<Result>
}
