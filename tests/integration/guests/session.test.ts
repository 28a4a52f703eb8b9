import { asEachUser } from '../patch/ordinary-user'
import { guestSessionTests } from './session-tests'

asEachUser('a guest session', guestSessionTests)
