import { writeFileSync } from 'node:fs'

/** A reporter for vitest that leaves the counts, and each skipped test with its reason, in a file for `npm test`. */
export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state) => tests.filter((test) => test.result().state === state)
    const brokenModules = modules.filter((module) => module.errors().length > 0)
    const summary = {
      passed: inState('passed').length,
      failed: inState('failed').length + brokenModules.length + unhandledErrors.length,
      skipped: inState('skipped').map((test) => ({
        name: test.fullName,
        file: test.module.relativeModuleId,
        reason: test.result().note,
      })),
    }
    writeFileSync(process.env.PALAVER_TEST_SUMMARY, JSON.stringify(summary))
  }
}
