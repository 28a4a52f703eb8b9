// Preloaded with --import: the most memory that the program had at once, in kilobytes, in the file that PEAK names.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  writeFileSync(process.env['PEAK'] ?? '', String(process.resourceUsage().maxRSS))
})
