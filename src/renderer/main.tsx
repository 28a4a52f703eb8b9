import { link } from './lib/first-link'
import './lib/zod-without-eval'
import './styles/app.css'
import { linkBegun } from './lib/engine-link'
import { lookFirst } from './lib/follow-appearance'
import { speakFirst } from './lib/follow-language'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')

lookFirst(window)
// What holds words is loaded when it is known in which language.
void speakFirst(window)
  // Run while the token is on its way; between the parts what came is taken up.
  .then(() => import('@shared/ipc/contract'))
  .then(() => linkBegun(link))
  .then(() => import('./app/open-page'))
  .then(({ openPage }) => {
    openPage(root, link)
  })
