import { guestSessionTests } from './session-tests'

guestSessionTests()
