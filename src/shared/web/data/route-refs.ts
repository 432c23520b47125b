import type { Route } from '../../contract.ts'

declare const contractRoute: unique symbol

/** The method and path of a route, `GET /api/posts/feed`, with the types of its contract but without its schemas. */
export type RouteRef<R extends Route = Route> = string & { readonly [contractRoute]: R }

/** The contract's route that a reference stands for. */
export type RouteOf<Ref extends RouteRef> = Ref[typeof contractRoute]

/** References to the routes of one contract object. */
export type RouteTable = Readonly<Record<string, RouteRef>>

/** What a generated table contains. */
export type RouteAddresses<Routes extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Routes]: `${Routes[Name]['method']} ${Routes[Name]['path']}`
}

/** What a generated table is typed as. */
export type RouteRefs<Routes extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Routes]: RouteRef<Routes[Name]>
}
