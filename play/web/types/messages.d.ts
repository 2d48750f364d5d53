// Made by `make types` from play/web/messages.py; do not edit.
declare namespace Wire {
  interface Act { game: string; move: number; action: number; }
  type AskCatalogue = Record<string, never>;
  type AskGames = Record<string, never>;
  interface AskGlossary { game: string; }
  interface AskHint { game: string; }
  interface AskLog { game: string; }
  interface AskMoment { game: string; move: number; is_open?: boolean; }
  type AskRecords = Record<string, never>;
  interface AskReview { game: string; first?: number; }
  interface AskRulebook { id: string; page?: string; }
  interface AskSeats { game: string; scenario: string; }
  interface AskWhy { game: string; move?: number | null; }
  interface AskWord { game: string; text: string; }
  interface Branch { game: string; move: number; is_alone?: boolean; }
  interface Correct { game: string; number: number; text?: string; entries?: number | null; }
  interface Enter { game: string; entries: number; answer: number | string; card?: string; }
  interface Export { game: string; }
  interface Hello { player: string; }
  interface Import { text: string; }
  interface New { game: string; scenario: string; seats?: string; against?: string; seed?: number | null; }
  interface NewCompanion {
    game: string;
    scenario: string;
    deal?: "hands" | "program";
    against?: string;
    seed?: number | null;
  }
  interface Open { game: string; }
  interface Rematch { game: string; is_turned?: boolean; }
  interface Remove { game: string; }
  interface Share { game: string; }
  interface TryPuzzle { name?: string; }
  interface Undo { game: string; move?: number | null; }
  interface Answerable {
    id: number;
    text: string;
    kind: string;
    card: string;
    name: string;
    what: string;
    cost: string;
    effect: string;
    mark: string;
    on: string;
    tag: string;
    lies: string;
    then: [string, number][];
    gives_up: boolean;
  }
  interface CardRow {
    title: string;
    note: string;
    faces: Face[];
    colour: string;
    is_lit: boolean;
    share: number;
  }
  interface Catalogue { request: number; type: "catalogue"; games: GameInfo[]; }
  interface ChapterTold { move: number; title: string; told: string[]; }
  interface Choice {
    action: number;
    name: string;
    what: string;
    cost: string;
    effect: string;
    mark: string;
    on: string;
    tag: string;
    lies: string;
    then: [string, number][];
    gives_up: boolean;
  }
  interface CompanionTold {
    request: number;
    type: "real";
    game: string;
    id: string;
    title: string;
    scenario: string;
    deal: string;
    about: string;
    moves: number;
    lines: Line[];
    question: Question | null;
    scene: Scene | null;
    row: string[];
    ledger: EntryTold[];
    dropped: string[];
    is_shared_deal: boolean;
    verdict: "" | "won" | "drawn" | "lost";
    ending: string[];
  }
  interface Compiling {
    request: number;
    type: "preparing";
    game: string;
    title: string;
    share: number;
    left: number;
  }
  interface Done { request: number; type: "done"; }
  interface EntryTold { about: string; told: string; }
  interface Exported { request: number; type: "exported"; text: string; }
  interface Face {
    name: string;
    number: string;
    notes: string[];
    is_lit: boolean;
    is_dim: boolean;
    kind: string;
    signs: Sign[];
  }
  interface Figure {
    name: string;
    sign: string;
    colour: string;
    gauge: Gauge;
    is_lit: boolean;
    kind: string;
  }
  interface GameInfo { id: string; title: string; tables: TableInfo[]; }
  interface Games { request: number; type: "games"; games: Saved[]; }
  interface Gauge { name: string; value: number; most: number; colour: string; note: string; icon: string; }
  interface Glossary {
    request: number;
    type: "glossary";
    entries: [string, string, string][];
    clauses: string[];
  }
  interface HintTold {
    request: number;
    type: "hint";
    best: number;
    options: Worth[];
    reason: string;
    about: string;
  }
  interface JudgedTold {
    move: number;
    by: string;
    is_own: boolean;
    chosen: number;
    options: Worth[];
    could_know: number;
    cost: number[];
    hindsight: number;
    changed: number;
    is_costly: boolean;
    reason: string;
  }
  interface Laid { card: string; by: string; colour: string; }
  interface LessonTold { key: string; title: string; text: string; game: number; }
  interface Line { kind: "told" | "do"; text: string; eyes: string; }
  interface Logged { request: number; type: "logged"; entries: [string, string, string[]][]; }
  interface Map { spots: Spot[]; ways: Way[]; is_alone: boolean; }
  interface Moment {
    request: number;
    type: "moment";
    move: number;
    moves: number;
    by: string;
    told: string[];
    scene: Scene;
  }
  interface Opponent {
    spec: string;
    name: string;
    note: string;
    roles: string[];
    rating: number[] | null;
    level: number;
    is_more: boolean;
  }
  interface Page { name: string; title: string; about: string; blocks: Passage[]; }
  interface Passage {
    kind: "heading" | "text" | "points" | "steps" | "table" | "code";
    rows: string[][];
    level: number;
  }
  interface Person {
    name: string;
    cards: string[];
    colour: string;
    gauges: Gauge[];
    notes: string[];
    laid: string[];
    is_to_move: boolean;
    has_hand: boolean;
    is_viewer: boolean;
    kind: string;
  }
  interface Pile {
    title: string;
    cards: Laid[];
    note: string;
    is_lit: boolean;
    share: number;
    total: string;
    worth: string;
    owner: string;
    chips: number;
  }
  interface Position {
    request: number;
    type: "position";
    game: string;
    id: string;
    title: string;
    scenario: string;
    seed: number | null;
    is_shared_deal: boolean;
    seat: string;
    seats: string;
    against: string;
    about: string;
    goal: string;
    moves: number;
    steps: Step[];
    scene: Scene;
    prompt: string;
    help: string;
    choices: Choice[];
    lessons: LessonTold[];
    blocked: { [key: string]: string };
    forced: string;
    can_undo: boolean;
    can_turn: boolean;
    taken_back: number;
    is_trial: boolean;
    puzzle: PuzzleTold | null;
    verdict: "" | "won" | "drawn" | "lost";
    headline: string;
    chapters: ChapterTold[];
    ending: string[];
  }
  interface Problem {
    request: number;
    type: "problem";
    message: string;
    now: Position | CompanionTold | null;
  }
  interface PuzzleTold {
    name: string;
    next: string;
    options: Worth[];
    chosen: number | null;
    is_solved: boolean;
    reason: string;
  }
  interface Question {
    kind: "move" | "card" | "jokers";
    key: string;
    about: string;
    text: string;
    options: Answerable[];
    eyes: string;
    place: number | null;
  }
  interface RecordTold {
    game: string;
    scenario: string;
    role: string;
    against: string;
    title: string;
    person: string;
    opponent: string;
    won: number;
    drawn: number;
    lost: number;
    chance: number[];
    quality: number | null;
    reviewed: number;
  }
  interface Records {
    request: number;
    type: "records";
    kinds: RecordTold[];
    puzzles: string[];
    today: TodayTold | null;
    solved: string[];
    missed: string[];
  }
  interface Reviewed {
    request: number;
    type: "reviewed";
    judged: JudgedTold[];
    done: number;
    of: number;
    told: string[];
    quality: number[] | null;
    costliest: number[];
  }
  interface Rulebook { request: number; type: "rulebook"; page: Page; pages: [string, string][]; }
  interface Saved {
    game: string;
    id: string;
    title: string;
    scenario: string;
    about: string;
    moves: number;
    verdict: "" | "won" | "drawn" | "lost";
    is_apart: boolean;
    changed: number;
    is_damaged: boolean;
  }
  interface Scene {
    title: string;
    place: string;
    far: Person[];
    near: Person[];
    piles: Pile[];
    things: Thing[];
    stocks: Stock[];
    gauges: Gauge[];
    lines: string[];
    prompt: string;
    map: Map | null;
    card_rows: CardRow[];
    ring: Gauge | null;
    tint: string;
  }
  interface SeatInfo { seat: string; person: string; role: string; side: string; goal: string; }
  interface Seats {
    request: number;
    type: "seats";
    title: string;
    about: string;
    usual: string;
    seats: SeatInfo[];
    opponents: Opponent[];
  }
  interface Sign { name: string; number: string; icon: string; }
  interface SpeechTold { who: string; text: string; }
  interface Spot {
    name: string;
    x: number;
    y: number;
    note: string;
    colour: string;
    figures: Figure[];
    mark: string;
    is_lit: boolean;
  }
  interface Step {
    move: number;
    by: string;
    is_own: boolean;
    told: string[];
    sounds: ("" | "card" | "counter" | "block" | "escalate" | "rumble" | "concede")[];
    says: SpeechTold | null;
    scene: Scene;
  }
  interface Stock { name: string; n: number; top: string | null; }
  interface TableInfo {
    scenario: string;
    name: string;
    about: string;
    sides: number[];
    minutes: number;
    difficulty: number;
    picture: string;
    colours: string[];
    is_more: boolean;
  }
  interface Thing { name: string; note: string; gauges: Gauge[]; cards: string[]; kind: string; }
  interface TodayTold {
    name: string;
    game: string;
    scenario: string;
    grade: "easy" | "medium" | "hard";
    cards: string[];
  }
  interface Told { request: number; type: "told"; entries: [string, string][]; }
  interface Way { start: number; end: number; note: string; is_one_way: boolean; is_sight: boolean; }
  interface Worth { action: number; name: string; chance: number[]; }
  interface Requests {
    act: Act;
    branch: Branch;
    catalogue: AskCatalogue;
    correct: Correct;
    enter: Enter;
    export: Export;
    games: AskGames;
    glossary: AskGlossary;
    hello: Hello;
    hint: AskHint;
    import: Import;
    log: AskLog;
    moment: AskMoment;
    new: New;
    open: Open;
    puzzle: TryPuzzle;
    real: NewCompanion;
    records: AskRecords;
    rematch: Rematch;
    remove: Remove;
    review: AskReview;
    rulebook: AskRulebook;
    seats: AskSeats;
    share: Share;
    undo: Undo;
    why: AskWhy;
    word: AskWord;
  }
  interface Answers {
    act: Position;
    branch: Position;
    catalogue: Catalogue;
    correct: CompanionTold;
    enter: CompanionTold;
    export: Exported;
    games: Games;
    glossary: Glossary;
    hello: Done;
    hint: HintTold;
    import: CompanionTold | Position;
    log: Logged;
    moment: Moment;
    new: Position;
    open: CompanionTold | Position;
    puzzle: Position;
    real: CompanionTold;
    records: Records;
    rematch: Position;
    remove: Done;
    review: Reviewed;
    rulebook: Rulebook;
    seats: Seats;
    share: CompanionTold | Position;
    undo: Position;
    why: Told;
    word: Told;
  }
  type Answer = Problem | Compiling | Done | Catalogue | Seats | Games | Position | HintTold | Told | Moment | Logged | Exported | Glossary | Rulebook | Reviewed | Records | CompanionTold;
}
