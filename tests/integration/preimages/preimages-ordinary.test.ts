import { becomeOrdinaryUser } from '../patch/ordinary-user'

becomeOrdinaryUser()
// The same for a user whom the modes of files bind.
await import('./preimages.test')
