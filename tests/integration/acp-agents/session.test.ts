import { asEachUser } from '../patch/ordinary-user'
import { acpAgentSessionTests } from './session-tests'

asEachUser('an ACP agent’s session', acpAgentSessionTests)
