import { askedOnceTests } from './asked-once'

askedOnceTests()
