import type { Adapter, AdapterPayload } from 'oidc-provider'

/**
 * In-memory store of the demo identity provider. Entries expire at their own time and are lost with the process. Each
 * provider has its own store.
 */
export function demoStore(): new (name: string) => Adapter {
  const rows = new Map<string, { payload: AdapterPayload; expires: number }>()
  const alive = (key: string) => {
    const row = rows.get(key)
    if (row && row.expires > Date.now()) return row.payload
    rows.delete(key)
    return undefined
  }
  return class implements Adapter {
    readonly name: string
    constructor(name: string) {
      this.name = name
    }
    async upsert(id: string, payload: AdapterPayload, expiresIn: number) {
      for (const [key, { expires }] of rows) if (expires < Date.now()) rows.delete(key)
      rows.set(`${this.name}:${id}`, { payload, expires: Date.now() + expiresIn * 1000 })
      if (payload.uid) rows.set(`uid:${payload.uid}`, { payload, expires: Date.now() + expiresIn * 1000 })
    }
    async find(id: string) {
      return alive(`${this.name}:${id}`)
    }
    async findByUid(uid: string) {
      return alive(`uid:${uid}`)
    }
    async findByUserCode() {
      return undefined
    }
    async consume(id: string) {
      const payload = alive(`${this.name}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    }
    async destroy(id: string) {
      rows.delete(`${this.name}:${id}`)
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, { payload }] of rows) if (payload.grantId === grantId) rows.delete(key)
    }
  }
}
