// All texts of the page itself; those of the games come from the server.
import { plural, tr } from "./catalogue.js";

/** A puzzle's name for people. @param {string} name */
export const puzzleName = (name) => `${name[0].toUpperCase()}${name.slice(1).replace("-", " ")}`;

export const WORDS = {
  name: tr("Throwdown"),
  yourGames: tr("Your games"),
  goOn: tr("Go on"),
  lookAt: tr("Look at it"),
  remove: tr("Delete"),
  scenario: tr("Scenario"),
  seat: tr("You play"),
  against: tr("Against"),
  rating: (/** @type {number[]} */ [mean, low, high]) =>
    plural(
      "Rated {mean} Elo point, in 19 cases of 20 between {low} and {high}; 0 is the middle of the ladder.",
      "Rated {mean} Elo points, in 19 cases of 20 between {low} and {high}; 0 is the middle of the ladder.",
      Math.abs(Math.round(mean)),
      { mean: Math.round(mean), low: Math.round(low), high: Math.round(high) },
    ),
  plays: (/** @type {string} */ note) => tr("{note}.", { note: `${note[0].toUpperCase()}${note.slice(1)}` }),
  seed: tr("Seed of the deal (random if left empty)"),
  start: tr("Deal the cards"),
  working: tr("A moment …"),
  lookingUp: tr("The opponents are being looked up."),
  opening: tr("The game is being opened."),
  preparing: (/** @type {string} */ title) =>
    tr("The rules of {title} are being compiled for this machine: once, before the first game.", { title }),
  preparedBy: (/** @type {number} */ n, /** @type {number} */ seconds) =>
    plural("{n} % done, about {seconds} second left", "{n} % done, about {seconds} seconds left", seconds, {
      n,
      seconds,
    }),
  readMeanwhile: tr("Meanwhile, learn to play"),
  moves: (/** @type {number} */ n) => plural("{n} move.", "{n} moves.", n),
  verdict: { won: tr("You won."), lost: tr("You lost."), drawn: tr("Nobody won.") },
  nowhere: tr("This link leads to no game; choose a table below."),
  gone: tr("The server does not answer; the page continues the same game when it does."),
  hand: tr("Your hand"),
  forced: tr("There is no other choice."),
  next: tr("Continue"),
  allChoices: tr("All choices"),
  times: (/** @type {number} */ n) => `× ${n}`,
  total: (/** @type {string} */ n) => tr("Total {n}", { n }),
  around: tr("Around the table"),
  fold: tr("See the whole table"),
  unfold: tr("Back to the choices"),
  skip: tr("Skip to the end"),
  deal: tr("The deal"),
  hint: tr("Hint"),
  why: tr("Why?"),
  undo: tr("Take back"),
  rules: tr("Rules"),
  log: tr("Log"),
  logWords: tr("Only lines with these words"),
  everybody: tr("Everybody"),
  nothing: tr("There are no such lines."),
  jokerSign: tr("JOKER"),
  home: tr("All games"),
  again: tr("Another game"),
  againTurned: tr("Another game, sides changed"),
  exported: tr("Save as a file"),
  imported: tr("Open a saved file"),
  replay: tr("Replay"),
  share: tr("Share the deal"),
  shareAbout: (/** @type {number} */ seed) =>
    tr("Anyone who opens this address gets the same deal, seed {seed}, with the same seat and opponent.", {
      seed,
    }),
  shareAsk: tr(
    "Anyone who has the seed of the deal knows all cards. If you ask for it before the game is over, the " +
      "game is marked as one whose deal was shared.",
  ),
  shareNow: tr("Show the seed"),
  saveAbout: tr(
    "The file of an unfinished game reveals what is hidden. If you save the whole game, it is marked as " +
      "one whose deal was shared; or save a trial that begins here, with what you cannot know dealt anew.",
  ),
  saveRealAbout: tr(
    "The file of an unfinished game reveals its deal. If you save it, the game is marked as one whose deal " +
      "was shared.",
  ),
  saveWhole: tr("Save the whole game"),
  saveTrial: tr("Save a trial"),
  address: tr("Address"),
  copy: tr("Copy"),
  copied: tr("Copied."),
  all: tr("Show everything"),
  lookUp: tr("Look a word up"),
  close: tr("Close"),
  best: (/** @type {string} */ name) => tr("Best: {name}.", { name }),
  bestHead: tr("Best"),
  chance: (/** @type {number} */ low, /** @type {number} */ high) =>
    low === high
      ? tr("{n}\u00a0%", { n: Math.round(100 * low) })
      : tr("{low} to {high}\u00a0%", { low: Math.round(100 * low), high: Math.round(100 * high) }),
  wins: tr("you win"),
  ended: tr("How it went"),
  chapter: tr("Chapter"),
  quiet: tr("Nothing was decided in it."),
  earlier: tr("Back"),
  later: tr("Forward"),
  moveOf: (/** @type {number} */ n, /** @type {number} */ of) => tr("Move {n} of {of}", { n, of }),
  eyes: tr("Seen by"),
  allEyes: tr("Everybody: everything is shown"),
  review: tr("Look back"),
  thinking: tr("Playing the choices out …"),
  looking: tr("Playing your decisions out …"),
  couldKnow: tr("Chance from what you could know"),
  hindsight: tr("Chance with hindsight"),
  costly: tr("A costly choice"),
  chartAbout: tr(
    "Your chance of winning over time, from what you could know and with hindsight; the table below " +
      "has the numbers.",
  ),
  point: (/** @type {Wire.JudgedTold} */ x) => {
    const values = { move: x.move, share: Math.round(100 * x.could_know), n: Math.round(100 * x.cost[0]) };
    return x.is_costly
      ? plural(
          "Move {move}: {share} %; your choice cost {n} point",
          "Move {move}: {share} %; your choice cost {n} points",
          values.n,
          values,
        )
      : tr("Move {move}: {share} %", values);
  },
  yours: tr("(yours)"),
  back: tr("Back"),
  move: (/** @type {number} */ n) => tr("Move {n}", { n }),
  moveCost: (/** @type {Wire.JudgedTold} */ x) =>
    plural("Move {move}: it cost {n} point", "Move {move}: it cost {n} points", Math.round(100 * x.cost[0]), {
      move: x.move,
    }),
  moveHead: tr("Move"),
  costHead: tr("Cost in points"),
  costliest: tr("Your costliest choice."),
  retry: tr("Try these again"),
  allDecisions: tr("All your decisions"),
  tryAgain: tr("What would you play now?"),
  found: tr("That is the best choice."),
  notFound: (/** @type {string} */ name) => tr("The best choice was: {name}.", { name }),
  itCost: (/** @type {Wire.JudgedTold} */ x) =>
    x.is_costly
      ? plural(
          "Your choice then won {n} fewer game in 100.",
          "Your choice then won {n} fewer games in 100.",
          Math.round(100 * x.cost[0]),
        )
      : tr("Your choice then was equally good, as far as these games tell."),
  playOn: tr("Play on from here"),
  playAlone: tr("Play on from here against yourself"),
  trial: tr(
    "You are trying something out; it does not count anywhere. If the game is not over, what you could not " +
      "know was dealt anew.",
  ),
  trialBack: tr("Back to the game"),
  takenBack: (/** @type {number} */ n) =>
    plural("One decision was taken back.", "{n} decisions were taken back.", n),
  puzzle: (/** @type {string} */ name) => tr("Puzzle {name}.", { name: puzzleName(name) }),
  puzzleTask: tr("One choice is clearly better than all others. Which?"),
  nextPuzzle: tr("Next puzzle"),
  samePuzzle: tr("Again"),
  goesOn: tr("Or play on."),
  puzzles: tr("Puzzles"),
  puzzlesAbout: (/** @type {number} */ n) =>
    plural(
      "{n} moment of a real game in which one choice is clearly the best.",
      "{n} moments of real games in which one choice is clearly the best.",
      n,
    ),
  solved: (/** @type {number} */ n, /** @type {number} */ of) =>
    tr("You solved {n} of {of} at the first try.", { n, of }),
  today: tr("Puzzle of the day"),
  another: tr("Another puzzle"),
  pickPuzzle: tr("Choose one, from easy to hard"),
  statistics: tr("How you have done"),
  statisticsHead: [
    tr("Game"),
    tr("Against"),
    tr("Won"),
    tr("Nobody"),
    tr("Lost"),
    tr("Chance"),
    tr("Decisions"),
  ],
  keys: tr("Keys"),
  keyList: [
    [tr("1 to 9, Enter"), tr("look at a choice by its number, and play it")],
    [tr("Left, Right, Enter"), tr("take up a card of your hand, and play it")],
    [tr("Space"), tr("continue")],
    ["H", tr("hint")],
    ["W", tr("why the last move was played, and what else could have been played")],
    ["U", tr("take your last decision back")],
    ["R", tr("the rules of the current decision")],
    ["L", tr("the log")],
    ["A", tr("look back at a game that is over")],
    ["B", tr("the rulebook beside the table")],
    ["G", tr("the guide to your first games, on or off")],
    ["?", tr("these keys, and a field to look a word up")],
    [tr("Escape"), tr("let a card go, close what is open")],
  ],
  learn: tr("Learn to play"),
  guide: tr("Guide"),
  lesson: tr("New to you"),
  understood: tr("Understood"),
  noLessons: tr("No more lessons"),
  leave: tr("Leave"),
  meaning: tr("What a word means"),
  number: (/** @type {string} */ n) => tr("Choice {n}: Enter plays it", { n }),
  faceDown: tr("a card face-down"),
  cards: (/** @type {number} */ n) => plural("{n} card", "{n} cards", n),
  toMove: tr("to move"),
  table: tr("The table"),
  menu: tr("More"),
  worth: tr("Worth"),
  outOf: (/** @type {number} */ n, /** @type {number} */ of) => tr("{n} of {of}", { n, of }),
  sure: tr("Are you sure?"),
  playIt: tr("Play it"),
  askSure: tr("Ask once more before something is given up"),
  pace: tr("How fast the others play"),
  paces: { slow: tr("slow"), normal: tr("normal"), fast: tr("at once") },
  sound: tr("Sound"),
  fullScreen: tr("Full screen"),
  recent: tr("What happened last"),
  nextLevel: tr("Next level"),
  you: (/** @type {string} */ who) => tr("{who} (you)", { who }),
  empty: tr("empty"),
  ranks: /** @type {Record<string, string>} */ ({
    A: tr("Ace"),
    K: tr("King"),
    Q: tr("Queen"),
    J: tr("Jack"),
    T: "10",
  }),
  suits: /** @type {Record<string, string>} */ ({
    C: tr("Clubs"),
    D: tr("Diamonds"),
    H: tr("Hearts"),
    S: tr("Spades"),
  }),
  joker: /** @type {Record<string, string>} */ ({ "*r": tr("the red Joker"), "*b": tr("the black Joker") }),
  of: (/** @type {string} */ rank, /** @type {string} */ suit) => tr("{rank} of {suit}", { rank, suit }),
  // The table companion.
  real: tr("With real cards"),
  realAbout: tr(
    "You play the Pilots with real cards on a real table; the program plays Coach and keeps track of the " +
      "game.",
  ),
  dealing: tr("Who deals"),
  deals: {
    hands: tr("You, from a shuffled deck: enter only what is revealed"),
    program: tr("The program: you take the cards that it names"),
  },
  realSeed: tr("Seed of the program's choices (random if left empty)"),
  begin: tr("Begin"),
  happened: tr("What happened, and what to do"),
  todo: tr("Do"),
  onlyFor: (/** @type {string} */ who) => tr("For {who}'s eyes only", { who }),
  sayIt: tr("Type the answer"),
  sayIts: {
    move: tr("such as counter 9S, or pass"),
    card: tr("such as 9S or TH"),
    jokers: tr("none, or for example red, black"),
  },
  enterIt: tr("Enter"),
  ledger: tr("Ledger"),
  ledgerAbout: tr("Everything that you have entered. Press an entry to correct it."),
  noEntry: tr("Nothing has been entered yet."),
  correctIt: (/** @type {number} */ n, /** @type {Wire.EntryTold} */ e) =>
    tr("Entry {n}, {about}: {told}", { n, about: e.about, told: e.told }),
  shouldBe: tr("It should have been"),
  correct: tr("Correct it"),
  goBack: tr("Go back to before it"),
  dropped: tr("These entries no longer fit and were removed:"),
  cannotBe: (/** @type {string} */ card) => tr("{card}, which cannot be there", { card }),
  noTable: tr("The cards are being dealt."),
  row: tr("Coach's row"),
  rowCard: (/** @type {number} */ n) => tr("number {n} in the row", { n }),
  // The first screen.
  slogan: [tr("Throw a card."), tr("Make Coach fold.")],
  pitch: tr(
    "A duel of nerve with two packs of cards: beat what lies on the Pile, raise the stakes, or make the " +
      "other side give in. Your opponent has trained on millions of moves, and sees no card that you hide.",
  ),
  playFirst: tr("Play your first duel"),
  firstAbout: tr("A few minutes, against level 1; it teaches you as you go."),
  goOnWith: (/** @type {string} */ name) => tr("Go on: {name}", { name }),
  playAgain: (/** @type {string} */ name) => tr("Play again: {name}", { name }),
  beginAnew: tr("or begin anew"),
  grades: { easy: tr("Easy"), medium: tr("Medium"), hard: tr("Hard") },
  isSolved: tr("You have solved it."),
  isMissed: tr("You have missed it."),
  won: tr("What you have won"),
  wonOf: (/** @type {number} */ n, /** @type {number} */ of) =>
    plural("{n} game won of {of}", "{n} games won of {of}", n, { of }),
  beaten: (/** @type {number} */ n) => tr("level {n} beaten", { n }),
  tables: tr("Choose a table"),
  allies: (/** @type {number} */ n) =>
    n ? plural("You and {n} ally", "You and {n} allies", n) : tr("You alone"),
  minutes: (/** @type {number} */ n) => plural("{n} minute", "{n} minutes", n),
  difficulty: (/** @type {number} */ n) => tr("difficulty {n} of 3", { n }),
  level: tr("Level of your opponent"),
  orAgainst: tr("Or somebody else"),
  otherOpponents: tr("Other opponents"),
  more: tr("More"),
  moreAbout: tr("Your games, files, all puzzles, figures, and small tables that have been solved."),
  smallTables: tr("Small tables, and variants"),
  // The first lesson.
  soFar: (/** @type {number} */ n) => plural("({n} second so far)", "({n} seconds so far)", n),
  stageWorth: (/** @type {number} */ n, /** @type {number} */ worth) =>
    plural(
      "The Pile of stage {n}, worth {worth} point",
      "The Pile of stage {n}, worth {worth} points",
      worth,
      {
        n,
        worth,
      },
    ),
  lessonHand: (/** @type {number} */ n) => tr("Your hand; your Strike is {n}", { n }),
  stepOf: (/** @type {number} */ n, /** @type {number} */ of) => tr("Step {n} of {of}", { n, of }),
  nextStep: tr("Next"),
  fromTheStart: tr("Once more"),
  lessons: [
    {
      title: tr("A fight is one long answer"),
      text: tr(
        "Coach has opened the first stage with the 6 of Clubs. Now your side must answer it, card by card.",
      ),
    },
    {
      title: tr("Counter: a higher card"),
      text: tr(
        "Lay a higher card, but not too high: with a Strike of 4 it may be up to 4 ranks higher. Press " +
          "the 9 of Spades: it is 3 higher.",
      ),
    },
    {
      title: tr("Block: an equal card"),
      text: tr(
        "Coach answered with the Queen of Clubs. A card of the same rank and no lower suit Blocks it: both " +
          "are gone, and your 9 leads again. Press the Queen of Hearts.",
      ),
    },
    {
      title: tr("Escalate: give the stage, raise the stakes"),
      text: tr(
        "Coach laid the King of Diamonds, and you have nothing higher. Escalate: Coach gets the point of " +
          "this stage, and any card of yours opens the next, which is worth 2. Press the 3 of Diamonds.",
      ),
    },
    {
      title: tr("Concede: the end of the fight"),
      text: tr(
        "Now Coach has nothing that is 1 to 4 higher than your 3. If he cannot Escalate either, he must " +
          "Concede: the fight is over, and you have won it. Your game opens by itself as soon as " +
          "the rules are ready.",
      ),
    },
  ],
};
