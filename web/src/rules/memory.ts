// Records in the memory of the rules, read and written by the names of their fields.
import type { RecordField, RecordType } from './description'

const KINDS = { int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array, float64: Float64Array }

/** A record as an object: for each field a number, numbers, or rows of numbers. All can be written to. */
export function record(buffer: ArrayBuffer, at: number, type: RecordType): Record<string, any> {
  const field = (name: string | symbol): RecordField => {
    const found = type.fields[name as string]
    if (!found) throw new RangeError(`There is no field ${String(name)}.`)
    return found
  }
  return new Proxy<Record<string, any>>({}, {
    get(_, name) {
      const found = field(name)
      const numbers = nested(buffer, at + found.offset, found, found.shape)
      return found.shape.length ? numbers : Number((numbers as Int8Array)[0])
    },
    set(_, name, value) {
      const found = field(name)
      const one = new KINDS[found.type](buffer, at + found.offset, 1)
      one[0] = one instanceof BigInt64Array ? BigInt(value) : value
      return true
    },
  })
}

/** The numbers of a field where they stand; of several dimensions, as nested lists. */
function nested(buffer: ArrayBuffer, at: number, field: RecordField, shape: readonly number[]): unknown {
  const [length = 1, ...inner] = shape
  const Numbers = KINDS[field.type]
  if (!inner.length) return new Numbers(buffer, at, length)
  const size = inner.reduce((a, b) => a * b, Numbers.BYTES_PER_ELEMENT)
  return Array.from({ length }, (_, i) => nested(buffer, at + i * size, field, inner))
}
