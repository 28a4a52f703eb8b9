/** A place in a program that jumps lead to; it is named before it is reached. */
export type Label = string

type Instruction =
  | { readonly kind: 'plain'; readonly code: number; readonly value: number }
  | {
      readonly kind: 'jump'
      readonly code: number
      readonly value: number
      readonly yes: Label
      readonly no: Label | undefined
    }

/** Classic BPF opcodes (linux/bpf_common.h): load the word at an offset, keep some of its bits, return a constant, and
 * conditional jumps. */
const opcode = { load: 0x20, keepBits: 0x54, return: 0x06, equal: 0x15, atLeast: 0x35, anyBit: 0x45 } as const

/**
 * Assembles a classic BPF program as seccomp takes it. Jumps go forward only and at most 255 instructions far, which is
 * what the kernel allows; `bytes` throws a RangeError where a program breaks this, or names a label that it never sets.
 */
export class BpfProgram {
  readonly #instructions: Instruction[] = []
  readonly #labels = new Map<Label, number>()

  /** Loads the 32-bit word at this offset of `seccomp_data`. */
  load(offset: number): this {
    return this.#add({ kind: 'plain', code: opcode.load, value: offset })
  }

  /** Keeps only these bits of the loaded word. */
  keepBits(mask: number): this {
    return this.#add({ kind: 'plain', code: opcode.keepBits, value: mask })
  }

  /** Ends with this verdict. */
  return(verdict: number): this {
    return this.#add({ kind: 'plain', code: opcode.return, value: verdict })
  }

  /** Jumps when the loaded word equals the value; otherwise to `no`, or goes on where there is none. */
  ifEqual(value: number, yes: Label, no?: Label): this {
    return this.#add({ kind: 'jump', code: opcode.equal, value, yes, no })
  }

  /** Jumps when the loaded word, unsigned, is the value or more. */
  ifAtLeast(value: number, yes: Label): this {
    return this.#add({ kind: 'jump', code: opcode.atLeast, value, yes, no: undefined })
  }

  /** Jumps when any of these bits is set in the loaded word; otherwise to `no`. */
  ifAnyBit(bits: number, yes: Label, no: Label): this {
    return this.#add({ kind: 'jump', code: opcode.anyBit, value: bits, yes, no })
  }

  /** Names the place of the next instruction. */
  label(name: Label): this {
    this.#labels.set(name, this.#instructions.length)
    return this
  }

  /** The program in the byte order of both supported processors (little endian), eight bytes for each instruction. */
  bytes(): Buffer {
    const bytes = Buffer.alloc(this.#instructions.length * 8)
    this.#instructions.forEach((each, at) => {
      bytes.writeUInt16LE(each.code, at * 8)
      if (each.kind === 'jump') {
        bytes.writeUInt8(this.#distance(each.yes, at), at * 8 + 2)
        bytes.writeUInt8(each.no === undefined ? 0 : this.#distance(each.no, at), at * 8 + 3)
      }
      bytes.writeUInt32LE(each.value >>> 0, at * 8 + 4)
    })
    return bytes
  }

  #add(instruction: Instruction): this {
    this.#instructions.push(instruction)
    return this
  }

  #distance(label: Label, from: number): number {
    const distance = (this.#labels.get(label) ?? -1) - from - 1
    if (distance < 0 || distance > 255) throw new RangeError(`no jump from ${String(from)} to "${label}"`)
    return distance
  }
}
