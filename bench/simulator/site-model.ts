import { Cores } from './cores.ts'
import type { EventQueue } from './event-queue.ts'
import { Places, Thread } from './places.ts'
import type { Random } from './random.ts'
import type { RequestCosts, RequestProfile } from './request-costs.ts'

/** Connections of a server to PostgreSQL, and processes that decode pictures, as in the product. */
export type ServerSettings = {
  readonly general: number
  readonly prepared: number
  readonly searches: number
  readonly decoders: number
}

export type SiteSettings = {
  readonly server: ServerSettings
  /** Server processes, each on a machine of its own unless all share one. */
  readonly servers: number
  readonly coresPerServer: number
  readonly databaseCores: number
  /** Everything runs on the cores of the first server, with the load driver and the object store. */
  readonly isOneMachine: boolean
  /** To PostgreSQL and back. */
  readonly networkMs: number
  /** A commit waits for the standby. */
  readonly hasStandby: boolean
}

/** CPU time by what used it, in milliseconds. */
export type SpentTime = Record<'main' | 'helpers' | 'decoders' | 'postgres' | 'redis' | 'client' | 'bucket', number>

type Server = {
  readonly cores: Cores
  readonly main: Thread
  readonly general: Places
  readonly prepared: Places
  readonly searches: Places
  readonly decoders: Places
  inside: number
}

export type Site = {
  /** Sends a request; `settled` gets the milliseconds from sending to the whole reply. */
  send(profile: RequestProfile, settled: (latencyMs: number) => void): void
  readonly spent: SpentTime
  readonly database: Cores
  readonly servers: readonly Server[]
}

/** Servers, their PostgreSQL and what else is on the way of a request. */
export function buildSite(queue: EventQueue, random: Random, settings: SiteSettings): Site {
  const first = new Cores(queue, settings.coresPerServer)
  const database = settings.isOneMachine ? first : new Cores(queue, settings.databaseCores)
  const servers = Array.from({ length: settings.servers }, (_, index): Server => {
    const cores = index === 0 ? first : new Cores(queue, settings.coresPerServer)
    const { general, prepared, searches, decoders } = settings.server
    return {
      cores,
      main: new Thread(cores),
      general: new Places(general),
      prepared: new Places(prepared),
      searches: new Places(searches),
      decoders: new Places(decoders),
      inside: 0,
    }
  })
  const driver = settings.isOneMachine ? { client: new Thread(first), bucket: new Thread(first) } : undefined
  const spent: SpentTime = { main: 0, helpers: 0, decoders: 0, postgres: 0, redis: 0, client: 0, bucket: 0 }

  /** Work that no reply waits for. */
  const runBeside = (cores: Cores, name: 'helpers' | 'redis', workMs: number) => {
    spent[name] += workMs
    if (workMs > 0) cores.run(workMs, () => {})
  }

  const send: Site['send'] = (profile, settled) => {
    const server = servers[Math.floor(random() * servers.length)] as Server
    const factor = profile.factors[Math.floor(random() * profile.factors.length)] as number
    let began = 0
    let costs: RequestCosts
    const runOnMain = (workMs: number, next: () => void) => {
      spent.main += workMs
      server.main.run(workMs, next)
    }
    const runOnClient = (next: () => void) => {
      if (!driver) return next()
      const workMs = costs.client / 2
      spent.client += workMs
      driver.client.run(workMs, next)
    }
    const arrive = () => {
      began = queue.now
      if (profile.trips === 0) runOnMain(costs.main * factor, decode)
      else runOnMain((costs.main * factor) / (profile.trips + 1), decode)
    }
    const decode = () => {
      const workMs = costs.decoders * factor
      if (profile.kind !== 'upload' || workMs === 0) return loadFile()
      spent.decoders += workMs
      server.decoders.take(() =>
        server.cores.run(workMs, () => {
          server.decoders.release()
          loadFile()
        }),
      )
    }
    const loadFile = () => {
      const workMs = costs.bucket * factor
      if (workMs === 0) return connect()
      if (!driver) return queue.after(workMs, connect)
      spent.bucket += workMs
      driver.bucket.run(workMs, connect)
    }
    /** A transaction keeps its connection; each other statement takes one. */
    const connect = () => {
      if (profile.trips === 0) return rest()
      if (profile.kind === 'write') askSession(() => server.general.take(() => runTrip(2)))
      else askSession(() => runRead(2))
    }
    const runPostgres = (next: () => void) => {
      const workMs = (costs.postgres * factor) / profile.trips
      spent.postgres += workMs
      const arrive = () => database.run(workMs, next)
      if (settings.networkMs > 0) queue.after(settings.networkMs, arrive)
      else arrive()
    }
    const runAfterTrip = (next: () => void) => runOnMain((costs.main * factor) / (profile.trips + 1), next)
    const askSession = (next: () => void) =>
      server.prepared.take(() =>
        runPostgres(() => {
          server.prepared.release()
          runAfterTrip(next)
        }),
      )
    const runTrip = (trip: number): void => {
      if (trip > profile.trips) {
        const end = () => {
          server.general.release()
          reply()
        }
        queue.after(costs.waitMs * factor + (settings.hasStandby ? settings.networkMs : 0), end)
        return
      }
      runPostgres(() => runAfterTrip(() => runTrip(trip + 1)))
    }
    const runRead = (trip: number): void => {
      if (trip > profile.trips) {
        rest()
        return
      }
      const places = profile.kind === 'search' ? server.searches : server.prepared
      places.take(() =>
        runPostgres(() => {
          places.release()
          runAfterTrip(() => runRead(trip + 1))
        }),
      )
    }
    const rest = () => (costs.waitMs > 0 ? queue.after(costs.waitMs * factor, reply) : reply())
    const reply = () => {
      server.inside--
      runOnMain(costs.afterReply * factor, () => {})
      runBeside(server.cores, 'helpers', costs.helpers)
      runBeside(settings.isOneMachine ? first : database, 'redis', settings.isOneMachine ? costs.redis : 0)
      runOnClient(() => settled(queue.now - began))
    }
    costs = profile.costsBeside(server.inside++)
    runOnClient(arrive)
  }
  return { send, spent, database, servers }
}
