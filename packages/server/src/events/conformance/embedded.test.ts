import { driverSuite } from './driver-suite.ts'

driverSuite({ name: 'embedded', on: async () => ({ ready: async () => {} }) })
