/** The invariant does not hold in some schedule. */
export class ProtocolBroken extends Error {
  readonly schedule: string
  readonly report: string
  constructor(report: string, schedule: string, cause: Error) {
    super(report, { cause })
    this.name = 'ProtocolBroken'
    this.report = report
    this.schedule = schedule
  }
}

/** The kit cannot step through this protocol, or a control shows nothing; the message says how to mend it. */
export class UnfitProtocol extends Error {
  override readonly name = 'UnfitProtocol'
}
