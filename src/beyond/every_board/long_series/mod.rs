//! Long series: what can be proven of a game whose series have more than half of the squares, n > s/2, from its start.
//!
//! Let A be the player who chooses the collapse of the last turn, and B the other one. Let A place a series in all and
//! B place b, so that a + b = s. The *gap* of a series is the set of the g = s - n squares that it leaves out. A chooses
//! gaps that have so little in common that nothing collapses before the last turn, whatever B places. Then all squares
//! collapse at once, under every ending, tail and collapse rule, and A chooses how: A may take any a squares around a
//! certain set H of at most g squares, which depends on B's series.
//!
//! From that `docs/every-board.md` ("The other end: long series") proves the theorems 1 to 6 on all boards: A leads at
//! least by so much, and B has no line. [`Lead`] is their arithmetic; [`LongSeries`] also plays them. In the last
//! collapse the way to end the game is found by matchings alone: A gets some lines if B's series can be matched to
//! squares beside them, and the series of A so that the right one is the latest on each line.
//!
//! On 4x4 more is known, which rests on all sets H, one by one. For n = 9 and 10 that is what A gets at the last turn
//! (`few`). For n = 11 and 12 it is the maximum, two points, by plans against series that are repeated (`repeats`):
//!
//! # Repeated series
//! On 4x4 Theorem 1 gives the maximum for n >= 13. For smaller n some sets of g squares are in no set P of eight squares
//! that has two lines that cross. Call these sets *bad*. For n = 12 they are 12 of the 24 sets with a square in each row
//! and column. (`repeats::plans` finds them, and sees to it that what follows holds: no set of g - 2 squares is bad, no
//! bad set of g squares contains two bad ones of g - 1, and b >= g + 2.)
//!
//! *When B must repeat.* The lemma on H takes greedily, from sets W that lie in c(W) gaps of B, squares beside a
//! greatest set I in W that B's series can fill. So it gives H with less than g - 1 squares, except where a set W of
//! g - 1 or g squares lies in all gaps of B, or where |W| = g and W lies in all gaps but one. In the last case H is W
//! without a square that the one other series of B can fill, whichever we like. Let R be the bad set of g - 1 squares inside B's
//! first gap if there is one, and else this gap. Then no bad H is forced unless all gaps of B contain R and R is bad.
//! Moreover, if some gap of B does not contain a set L, then H need not contain L either: a square of L outside of that
//! gap can be put into each I, as the series with this gap can fill it.
//!
//! *The plan against R.* Let N be the squares beside R, and let T be two lines that cross at a square x of N and that
//! every line of the board meets. Let b' be the number of series that B places up to turn s - 2, the third turn from
//! the end. As long as B repeats R, these are inside N. A places |N| - b' series inside N, with which A can get any
//! squares of T & N; and, for a set K of squares of T & R, as many series as K has squares inside N + K, each of which
//! takes one square of K. After turn s - 2 all these series, and B's, are inside N + K, and they are as many as its
//! squares. So they collapse, and A chooses how, as the parity of the turn is that of the last. A takes T & (N + K),
//! with the last series on x, and leaves the rest of N to B. As every line of the board meets T, B has no line.
//!
//! B's series can fill the rest of N, by Hall's theorem: the first one has all squares of N - T, and the plan goes on
//! only while few others miss two or more of these. In later turns it is enough that B's series leave out R - K.
//!
//! If A is player 2, K is T & R. Player 1 has placed one series before anything was known, with a gap that meets all
//! sets R. If this series is inside N + (T & R), then K is T & R and all is as before. Else let K be T & R without a
//! square y such that just two squares of the series are beside N + K: y, and one that is not in T. This is then the
//! only series that is left after the collapse. At turn s - 1 A places a single piece on the latter square, so that the
//! series takes y, with its small subscript: both lines are completed at x. That needs a game that goes on until the
//! board is full.
//!
//! *When B leaves the plan* A goes on with other gaps. That nothing then collapses before the last turn, and that A's
//! series fill a P with the maximum around each H that can still be forced, is checked for each plan and each number
//! of series after which B may leave it. If everything holds, the value is the maximum. It does for n = 11 and 12 on
//! 4x4; for n = 10 sets of g - 2 squares are bad.
//!
//! # What is found on 4x4
//! The chooser of the last collapse leads at least by, under the paper's scoring:
//!
//! | n | player 1 (`opponent`, `player1`) | player 2 (`mover`, `player2`) |
//! |---|---|---|
//! | 11 to 16 | 2 | 2 |
//! | 10 | 1/2 | 0 |
//! | 9 | -1 | -1 |
//!
//! Cost: nothing for the theorems; on 4x4 half a second with n = 9 and 10, some seconds with n = 11.
//!
//! | file | what it has |
//! |---|---|
//! | `setting` | who chooses, how many series there are, gaps that have little in common |
//! | `theorem` | who leads by how much, for all boards to 64x64 |
//! | `early` | the gaps of Theorem 6, by which repeated series collapse before the last turn |
//! | `ending` | ways to match all series in the last collapse |
//! | `few` | 4x4 with n = 9 and 10: the minimum over all H |
//! | `repeats` | 4x4 with n = 11 and 12: plans against repeated series, and their checks |
//! | `strategy` | the strategy that proves the lead, as a player follows it |

mod early;
mod ending;
mod few;
mod repeats;
mod setting;
mod strategy;
mod theorem;

pub use strategy::LongSeries;
pub use theorem::{Lead, Theorem};
