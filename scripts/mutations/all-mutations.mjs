import { agreeing } from './agreeing.mjs'
import { confining } from './confining.mjs'
import { deciding } from './deciding.mjs'
import { facing } from './facing.mjs'
import { undoing } from './undoing.mjs'

/** Every defect, by group: first decision, reader, floor, sandbox, observer, masks, grants, bound yes, apply, undo, bridge, redaction, wires, window focus. */
export const mutations = [...deciding, ...confining, ...agreeing, ...undoing, ...facing]
