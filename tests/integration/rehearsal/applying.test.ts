import { applyingTests } from './applying'

applyingTests()
