//! Long series: what can be proven of a game whose series have more than half of the squares, n > s/2, from its start.
//!
//! Let A be the player who chooses the collapse of the last turn, B the other one, and let A place a series and B
//! place b, a + b = s. The m = s - n squares that a series leaves out are its *gap*; m < s/2, so m <= b. A set W of
//! squares lies in the gaps of exactly the series that are inside the other squares.
//!
//! # One collapse at the end
//! Some series collapse before the last turn only if for a set W, neither empty nor the whole board, as many series
//! are inside the squares beside W as these are: then W lies in s - |W| gaps. A chooses series with gaps so different
//! that, with all that B places before the last turn counted in, each W lies in at most s - 1 - |W| gaps
//! (`keeps_loose`). So nothing collapses before the last turn, and then all squares at once, under every ending, tail
//! and collapse rule, and A chooses how. With m = s - n as large as can be this may ask that no gap of A is a gap that
//! all series of B have; player 2 sees the first of these before placing anything.
//!
//! A may then take any a squares P that A's series can fill and that leave b squares that B's series can fill. By
//! Hall's theorem those b squares cannot be filled if and only if they contain a *blocked* set: a W that lies in at
//! least b + 1 - |W| gaps of B.
//!
//! **Lemma.** Some set H of at most m squares meets every blocked set that lies in a gap of B. (Others have more than
//! b squares.) So A may take any P that contains H and that A's series can fill.
//!
//! *Proof.* Let c(W) be the number of gaps of B that contain W, and g(W) = |W| + c(W) - b; W is blocked if g(W) >= 1.
//! A gap that contains W and one that contains V: c(W) + c(V) <= c(W + V) + c(W & V), with + for the union and & for
//! the intersection; so g(W) + g(V) <= g(W + V) + g(W & V). Take W with c(W) >= 1 and g(W) greatest, at least 1. A maximal set I
//! of squares of W that B's series can fill has |W| - g(W) squares (Hall's theorem with deficiency, for subsets of W
//! have no greater g); a blocked set inside W cannot be filled, so W - I, g(W) squares, meets it. Let V be blocked
//! with c(W + V) >= 1. Then g(W + V) <= g(W), hence g(V) <= g(W & V): W & V is blocked (g of the empty set is 0), and
//! W - I meets it. Take W - I, and go on in the same way with the squares that are not taken: the sets of them that are
//! blocked share no gap with W. In the end none is blocked. The sets W_1, ..., W_r of the steps are pairwise in no
//! common gap, so that the c(W_i) sum up to at most b. The squares taken are g(W_1) + ... + g(W_r) <= r m + b - r b =
//! m - (r - 1)(b - m) <= m. ∎
//!
//! The worst H is therefore a whole gap, which B can indeed force by repeating one series: the bound is the minimum
//! over all sets H of m squares of the best that A can have with a P that contains H (`endings::guaranteed`). What a P
//! is worth at least: *two lines that cross* are completed at once if the last of A's series on them is where they
//! cross; *one line before those of B* if A's first series fill it; else the lines of B come first. Where the board
//! has more than 16 squares only unions of lines of A that meet all lines are counted.
//!
//! # Repeated series
//! On 4x4 that is the maximum, 2 points, for n >= 13. For smaller n it is not, because some sets of m squares, call
//! them *bad*, are in no P with two lines that cross. For n = 12 they are 12 of the 24 sets with a square in each row
//! and column. (`repeats::plans` finds them, and sees to it that what follows holds: no set of m - 2 squares is bad,
//! no bad set of m squares contains two bad ones of m - 1, and b >= m + 2.)
//!
//! *When B must repeat.* The proof of the lemma gives H with less than m - 1 squares except where a set W of m - 1 or
//! m squares lies in all gaps of B, or in all but one and |W| = m. In the last case H is W without any one square that
//! the exception leaves to W. So, with R the bad set of m - 1 squares inside B's first gap if there is one, else that
//! gap, no bad H is forced unless all gaps of B contain R and R is bad. More: if some gap of B does not contain a set
//! L, then H need not contain L either: a square of L outside of that gap can be put into each I, as that series can
//! fill it.
//!
//! *The plan against R.* Let N be the squares beside R, T two lines that cross at a square x of N. Up to the third
//! turn from the end, s - 2, B has b' series, all inside N so far. A places |N| - b' series inside N with which A can
//! get any squares of T & N, and others that reach N and some squares K of T & R, one each. After turn s - 2 all of
//! these, and B's, are inside N + K, which are as many squares: they collapse, A chooses (the parity of the turn is
//! that of the last), takes T & (N + K), with the last series on x, and leaves the rest of N to B. (B's series leave
//! out the squares of R - K at least. The first one has all of N - T; the plan goes on only while few others miss two
//! or more squares of N - T, so that they can fill it, by Hall's theorem.) Every line of the board meets T, so that B
//! has none. If A is player 2, K is T & R. Player 1 has placed one series before anything was known, with a gap that
//! meets all sets R. If it is inside N, or reaches one square of R - K only, which then is in K, too, all is as before.
//! Else it is the only one that is left after the collapse, on two squares: one in T, one beside it. A single piece on
//! the latter at turn s - 1 makes it take the former, with a small subscript: both lines are completed at x. That
//! needs a game that goes on, or a scoring for which one line is enough.
//!
//! *When B leaves the plan* A goes on with other gaps. That nothing then collapses before the last turn, and that A's
//! series fill a P with the maximum around each H that can still be forced, is checked for each plan and each number
//! of series after which B may leave it. If everything holds, the value is the maximum. It does for n = 11 and 12 on
//! 4x4; for n = 10 sets of m - 2 squares are bad.
//!
//! # What is found
//! The chooser of the last collapse leads at least by, on 4x4 under the paper's scoring:
//!
//! | n | player 1 (`opponent`, `player1`) | player 2 (`mover`, `player2`) |
//! |---|---|---|
//! | 11 to 16 | 2 | 2 |
//! | 10 | 1/2 | 0 |
//! | 9 | -1 | -1 |
//!
//! On 5x5 it is the maximum for n >= 23 (player 2, 5/2) and n >= 24 (player 1, 3), on 6x6 for n >= 32 (3). A bound is
//! found for n >= 18 and n >= 17 on 5x5, n >= 29 on 6x6, where the number of sets of m squares ends the search, and on
//! 3x3 for n >= 6.
//!
//! Cost: milliseconds for most games; on 4x4 a second with n = 9, some seconds with n = 11.
//!
//! | file | what it has |
//! |---|---|
//! | `setting` | who chooses, how many series there are, gaps that have little in common |
//! | `endings` | what the last collapse can be made of, and the minimum over all H |
//! | `repeats` | plans against repeated series, and their checks |
//! | `theorem`, `strategy` | the bound; the strategy that proves it, as a player follows it |

mod endings;
mod repeats;
mod setting;
mod strategy;
mod theorem;

pub use theorem::LongSeries;
