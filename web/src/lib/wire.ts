// Made from the server's schema by web/wire.py; do not edit.

export type FromClient = Sit | Leave | PutBot | Play | Undo | AnswerUndo | Resign | ComeBack | Say | SwitchChat | Mute | Remove | OfferRematch | TellTurns | AskHint | Look | Ping

export type FromServer = News | Done | Refused | Hint | Present

export type AddressShown = {
  address: string
  confirmed: boolean
}

export type AnswerUndo = {
  do: "answer_undo"
  agrees: boolean
  seat?: number | null
  id: string
}

export type AskHint = {
  do: "ask_hint"
  seat?: number | null
  id: string
}

export type AttemptShown = {
  name: string
  place: number
  score: number
  resigned?: boolean
  yours?: boolean
  table?: string
}

export type Attempted = {
  day: string
  game: string
  table: string
  place: number
  players: number
  score: number
  resigned?: boolean
}

export type BotRating = {
  level: "easy" | "expert" | "hard" | "medium"
  mu: number
  sigma: number
}

export type ChatPage = {
  lines: Told[]
  earlier: number | null
}

export type Clock = {
  bank: number
  increment?: number
}

export type ClockShown = {
  left: number[]
  turn: number | null
  at: number
}

export type ComeBack = {
  do: "come_back"
  seat?: number | null
  id: string
}

export type DayShown = {
  day: string
  today: string
  left: number
  since: string
  deals: DealShown[]
}

export type DealShown = {
  game: string
  rules: number
  options: Record<string, unknown>
  seats: (Open | Me | Machine | Program)[]
  commitment: string
  committed: number
  seed: string | null
  table: string | null
  results: AttemptShown[]
}

export type Difference = {
  fact: Record<string, unknown>
  after_best: number
  after_other: number
  worth: number
}

export type Done = {
  type: "done"
  id: string
  version: number
}

export type EntrantShown = {
  number: number
  name: string
  state: "away" | "in" | "left" | "removed"
  rank: number
  total: number
  games: number
  wins: number
  bots: number
  yours?: boolean
}

export type Fixture = {
  table: string
  over: boolean
  seats: FixtureSeat[]
}

export type FixtureSeat = {
  entrant?: number | null
  place?: number | null
  score?: number | null
  bot?: boolean
}

export type Hint = {
  type: "hint"
  id: string
  thoughts: Thought[]
  wins: boolean
  best: string
  other: string | null
  reasons: Difference[]
  version: number
}

export type Leave = {
  do: "leave"
  seat?: number | null
  id: string
}

export type Listed = {
  id: string
  game: string
  players: number
  host: string
  status: "over" | "running" | "waiting"
  free: number
  your_turn?: boolean
}

export type Listing = {
  on: boolean
}

export type LogLine = [number, string, Record<string, unknown>[]]

export type Look = {
  do: "look"
  on: boolean
  id: string
}

export type Machine = {
  kind: "bot"
  level?: "easy" | "expert" | "hard" | "medium"
}

export type Me = {
  kind: "me"
  name?: string | null
}

export type Mute = {
  do: "mute"
  speaker?: number | null
  seat?: number | null
  on?: boolean
  id: string
}

export type NewSeries = {
  game: string
  players: number
  rounds: number
  options?: Record<string, unknown>
  league?: boolean
  anyone?: boolean
  count?: "places" | "points"
  patience?: number
  substitute?: "easy" | "expert" | "hard" | "medium"
  clock?: Clock | null
  chat?: boolean
  hints?: boolean
  counts?: boolean
  join?: boolean
}

export type NewTable = {
  game: string
  seats: (Open | Me | Machine | Program)[]
  options?: Record<string, unknown>
  public?: boolean
  clock?: Clock | null
  chat?: boolean
  hints?: boolean
  delay?: boolean
  substitute?: "easy" | "expert" | "hard" | "medium"
  counts?: boolean
}

export type News = {
  type: "news"
  table?: TableShown | null
  told?: Told[]
  earlier?: number | null
  views?: View[]
  clock?: ClockShown | null
  version: number
}

export type OfferRematch = {
  do: "offer_rematch"
  id: string
}

export type Open = {
  kind: "open"
}

export type Opened = {
  id: string
}

export type PersonRating = {
  name: string
  mu: number
  sigma: number
  games: number
  provisional?: boolean
  yours?: boolean
}

export type Ping = {
  do: "ping"
  id: string
}

export type Play = {
  do: "play"
  move: string
  version: number
  seat?: number | null
  id: string
}

export type Played = {
  id: string
  game: string
  at: number
  seats: SeatPlayed[]
}

export type Present = {
  type: "present"
  seats: number[]
  version: number
}

export type Problem = {
  code: "bad_request" | "cannot_undo" | "chat_is_off" | "id_used" | "illegal_move" | "no_hints" | "no_such_seat" | "no_such_table" | "not_known" | "not_over" | "not_running" | "not_stored" | "not_the_host" | "not_waiting" | "not_your_seat" | "not_your_turn" | "other_origin" | "other_rules" | "seat_taken" | "stale" | "table_full" | "too_fast" | "too_many"
  text: string
  reason?: string | null
  clause?: string | null
  values?: Record<string, unknown>
}

export type Program = {
  kind: "program"
  name?: string
}

export type PutBot = {
  do: "put_bot"
  seat: number
  level?: "easy" | "expert" | "hard" | "medium"
  id: string
}

export type Rating = {
  mu: number
  sigma: number
}

export type RatingChange = {
  before: Rating
  after: Rating
}

export type RatingsShown = {
  game: string
  certain: number
  bots: BotRating[]
  people: PersonRating[]
  own: PersonRating | null
  listed: boolean
}

export type Refused = {
  type: "refused"
  id: string
  code: "bad_request" | "cannot_undo" | "chat_is_off" | "id_used" | "illegal_move" | "no_hints" | "no_such_seat" | "no_such_table" | "not_known" | "not_over" | "not_running" | "not_stored" | "not_the_host" | "not_waiting" | "not_your_seat" | "not_your_turn" | "other_origin" | "other_rules" | "seat_taken" | "stale" | "table_full" | "too_fast" | "too_many"
  text: string
  reason?: string | null
  clause?: string | null
  values?: Record<string, unknown>
  views?: View[]
  version: number
}

export type Remove = {
  do: "remove"
  speaker?: number | null
  seat?: number | null
  id: string
}

export type Replay = {
  record: Record<string, unknown>
  seat: number | null
  steps: Step[]
}

export type Resign = {
  do: "resign"
  seat?: number | null
  id: string
}

export type Run = {
  words: string
  least: number
  most: number
}

export type Say = {
  do: "say"
  text: string
  id: string
}

export type SeatPlayed = {
  kind: "bot" | "person" | "program"
  place: number
  score: number
  name?: string
  level?: "easy" | "expert" | "hard" | "medium" | null
  resigned?: boolean
  away?: boolean
  yours?: boolean
  rating?: RatingChange | null
}

export type SeatShown = {
  kind: "bot" | "open" | "person" | "program"
  name?: string
  level?: "easy" | "expert" | "hard" | "medium" | null
  away?: boolean
  yours?: boolean
  rematch?: boolean
}

export type SeriesListed = {
  id: string
  game: string
  league: boolean
  host: string
  status: "gathering" | "over" | "running"
  round: number
  rounds: number
  your_table: string | null
}

export type SeriesShown = {
  id: string
  terms: Terms
  host: string
  you_are_host: boolean
  status: "gathering" | "over" | "running"
  round: number
  free: number
  more_is_better: boolean
  people: EntrantShown[]
  rounds: Fixture[][]
  your_table: string | null
}

export type Sit = {
  do: "sit"
  name: string
  seat?: number | null
  id: string
}

export type Step = {
  move: LogLine | null
  turn: number | null
  position: Record<string, unknown>
  facts: Record<string, unknown>[]
}

export type SwitchChat = {
  do: "switch_chat"
  on: boolean
  id: string
}

export type TableShown = {
  id: string
  game: string
  rules: number
  players: number
  options: Record<string, unknown>
  status: "over" | "running" | "waiting"
  public: boolean
  chat: boolean
  hints: boolean
  clock: Clock | null
  substitute: "easy" | "expert" | "hard" | "medium"
  host: string
  you_are_host: boolean
  seats: SeatShown[]
  commitment: string
  seed: string | null
  counts: boolean
  deal: string | null
  next_table: string | null
  muted: number[]
  undo: UndoShown | null
  tells_turns: boolean | null
  series?: string | null
}

export type TellTurns = {
  do: "tell_turns"
  on: boolean
  id: string
}

export type Terms = {
  game: string
  players: number
  rounds: number
  options?: Record<string, unknown>
  league?: boolean
  anyone?: boolean
  count?: "places" | "points"
  patience?: number
  substitute?: "easy" | "expert" | "hard" | "medium"
  clock?: Clock | null
  chat?: boolean
  hints?: boolean
  counts?: boolean
}

export type Thought = [string, number, number]

export type Token = {
  token: string
}

export type Told = {
  version: number
  at: number
  kind: string
  moves?: number
  seat?: number | null
  name?: string
  text?: string
  level?: "easy" | "expert" | "hard" | "medium" | null
  on?: boolean | null
  speaker?: number | null
}

export type Undo = {
  do: "undo"
  seat?: number | null
  id: string
}

export type UndoShown = {
  seat: number
  open: number[]
}

export type View = {
  seat: number | null
  turn: number | null
  position: Record<string, unknown>
  log_from: number
  log: LogLine[]
  legal: (string | Run)[]
  result: Record<string, number[]> | null
  undo: number | null
}

export type Ways = {
  key: string
  browsers: number
  writes: boolean
  mail: AddressShown | null
}

export type Who = {
  name: string
}
