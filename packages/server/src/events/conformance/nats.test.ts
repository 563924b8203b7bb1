import { describeNats } from '../../testing/nats/suite.ts'
import { driverSuite } from './driver-suite.ts'
import { natsDriver } from './nats-driver.ts'

describeNats('NATS', (url) => {
  driverSuite(natsDriver(url))
})
