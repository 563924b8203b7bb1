/** The few parts of it that are used here; the package brings no types. */
declare module 'autocannon' {
  export type Request = {
    path: string
    method?: string
    headers?: Readonly<Record<string, string>>
    setupRequest?: (request: Record<string, unknown>) => Record<string, unknown>
    onResponse?: (status: number, body: string) => void
  }
  type Options = {
    url: string
    connections: number
    amount: number
    requests: readonly Request[]
    sampleInt: number
    /** Requests a second, of all connections together. */
    overallRate?: number
  }
  type Result = { '2xx': number; latency: { p97_5: number; p99: number } }
  export default function autocannon(options: Options): Promise<Result>
}
