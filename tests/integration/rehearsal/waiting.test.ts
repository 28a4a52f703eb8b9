import { waitingTests } from './waiting'

waitingTests()
