(* Integers among the real numbers, and sums and products over a range of them. *)
From Lemmata Require Export Matrices.
From Coq Require Import Lia.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Open Scope R_scope.

Definition isint (x : R) : Prop := exists z : Z, x = IZR z.
Definition inrange (lo hi i : R) : Prop := isint i /\ lo <= i /\ i <= hi.

Lemma isint_IZR z : isint (IZR z). Proof. by exists z. Qed.
Lemma isint_INR n : isint (INR n). Proof. by exists (Z.of_nat n); rewrite INR_IZR_INZ. Qed.
Lemma isint_add x y : isint x -> isint y -> isint (x + y).
Proof. by move=> [a ->] [b ->]; exists (Z.add a b); rewrite plus_IZR. Qed.
Lemma isint_sub x y : isint x -> isint y -> isint (x - y).
Proof. by move=> [a ->] [b ->]; exists (Z.sub a b); rewrite minus_IZR. Qed.
Lemma isint_mul x y : isint x -> isint y -> isint (x * y).
Proof. by move=> [a ->] [b ->]; exists (Z.mul a b); rewrite mult_IZR. Qed.
Lemma isint_opp x : isint x -> isint (- x).
Proof. by move=> [a ->]; exists (Z.opp a); rewrite opp_IZR. Qed.
Lemma isint_pow x k : isint x -> isint (x ^ k).
Proof. by move=> h; elim: k => [|k IH] /=; [exact: (isint_IZR 1) | exact: isint_mul]. Qed.
Lemma isint_max x y : isint x -> isint y -> isint (Rmax x y).
Proof. by rewrite /Rmax; case: Rle_dec. Qed.
Lemma isint_min x y : isint x -> isint y -> isint (Rmin x y).
Proof. by rewrite /Rmin; case: Rle_dec. Qed.
Lemma isint_abs x : isint x -> isint (Rabs x).
Proof. by move=> h; rewrite /Rabs; case: Rcase_abs => _ //; exact: isint_opp. Qed.

Lemma int_lt x y : isint x -> isint y -> x < y -> x + 1 <= y.
Proof. move=> [a ->] [b ->] /lt_IZR h; rewrite -plus_IZR; apply: IZR_le; lia. Qed.

(* number of integers from lo to hi, and a fold over them from below *)
Definition steps (lo hi : R) : nat := Z.to_nat (Int_part (hi - lo) + 1).
Definition over (T : Type) (op : T -> T -> T) (z : T) (lo hi : R) (f : R -> T) : T :=
  foldl (fun x k => op x (f (lo + INR k))) z (iota 0 (steps lo hi)).

Lemma Int_part_IZR z : Int_part (IZR z) = z.
Proof.
have [h1 h2] := base_Int_part (IZR z); have l := le_IZR _ _ h1.
have : IZR z - 1 < IZR (Int_part (IZR z)) by lra.
by rewrite -minus_IZR => /lt_IZR; lia.
Qed.

Lemma steps_IZR a b : steps (IZR a) (IZR b) = Z.to_nat (b - a + 1).
Proof. by rewrite /steps -minus_IZR Int_part_IZR. Qed.

Lemma over_empty T op (z : T) lo hi f : isint lo -> isint hi -> hi < lo -> over op z lo hi f = z.
Proof.
move=> [a ->] [b ->] /lt_IZR h; rewrite /over steps_IZR.
by have -> : Z.to_nat (b - a + 1) = 0%N by lia.
Qed.

Lemma over_last T op (z : T) lo hi f :
  isint lo -> isint hi -> lo <= hi + 1 -> over op z lo (hi + 1) f = op (over op z lo hi f) (f (hi + 1)).
Proof.
move=> [a ->] [b ->]; rewrite -plus_IZR => /le_IZR h; rewrite /over !steps_IZR.
have -> : Z.to_nat (b + 1 - a + 1) = (Z.to_nat (b - a + 1)).+1 by lia.
rewrite -addn1 iotaD foldl_cat /= add0n; congr (op _ (f _)).
by rewrite INR_IZR_INZ -plus_IZR; congr IZR; lia.
Qed.

Lemma over_range a b n : (n < Z.to_nat (b - a + 1))%N -> inrange (IZR a) (IZR b) (IZR a + INR n).
Proof.
move=> /ltP lt; split; first by apply: isint_add; [exact: isint_IZR | exact: isint_INR].
by rewrite INR_IZR_INZ -plus_IZR; split; apply: IZR_le; lia.
Qed.

Lemma over_eq T op (z : T) lo hi f g : (forall i, f i = g i) -> over op z lo hi f = over op z lo hi g.
Proof. by move=> same; rewrite /over; elim: (iota _ _) z => [//|k l IH] z /=; rewrite same IH. Qed.

(* what holds before the range and is kept by each step holds after it *)
Lemma over_ind T op (z : T) lo hi f (P : R -> T -> Prop) : isint lo -> isint hi -> lo <= hi + 1 ->
  P (lo - 1) z -> (forall i x, inrange lo hi i -> P (i - 1) x -> P i (op x (f i))) -> P hi (over op z lo hi f).
Proof.
move=> [a ->] [b ->] /=; rewrite -plus_IZR => /le_IZR h base step; rewrite /over steps_IZR.
have -> : IZR b = IZR a + INR (Z.to_nat (b - a + 1)) - 1.
  by rewrite INR_IZR_INZ -plus_IZR -minus_IZR; congr IZR; lia.
suff all n : (n <= Z.to_nat (b - a + 1))%N ->
    P (IZR a + INR n - 1) (foldl (fun x k => op x (f (IZR a + INR k))) z (iota 0 n)) by exact: all (leqnn _).
elim: n => [_|n IH lt]; first by have -> : IZR a + INR 0 - 1 = IZR a - 1 by rewrite /=; lra.
rewrite -addn1 iotaD foldl_cat /= add0n addn1.
have e : IZR a + INR n.+1 - 1 = IZR a + INR n by rewrite S_INR; lra.
by rewrite e; apply: step; [exact: over_range | exact: IH (ltnW lt)].
Qed.

Lemma over_ext T op (z : T) lo hi f g : isint lo -> isint hi ->
  (forall i, inrange lo hi i -> f i = g i) -> over op z lo hi f = over op z lo hi g.
Proof.
move=> [a ->] [b ->] same; rewrite /over steps_IZR.
suff all n : (n <= Z.to_nat (b - a + 1))%N ->
    foldl (fun x k => op x (f (IZR a + INR k))) z (iota 0 n) =
    foldl (fun x k => op x (g (IZR a + INR k))) z (iota 0 n) by exact: all (leqnn _).
elim: n => [//|n IH lt]; rewrite -addn1 iotaD !foldl_cat /= add0n IH ?(ltnW lt) //.
by congr op; exact: same (over_range lt).
Qed.

Lemma over_map T U (h : T -> U) op z op' z' lo hi f : h z = z' -> (forall x y, h (op x y) = op' (h x) (h y)) ->
  h (over op z lo hi f) = over op' z' lo hi (fun i => h (f i)).
Proof. by move=> <- hom; rewrite /over; elim: (iota _ _) z => [//|k l IH] z /=; rewrite IH hom. Qed.

Notation rsum := (over Rplus 0).
Notation rprod := (over Rmult 1).
Notation msum m n := (over (@addm m n) (zerom m n)).

Lemma over_split T (op : T -> T -> T) (z : T) lo hi f g : op z z = z ->
  (forall a b c d, op (op a b) (op c d) = op (op a c) (op b d)) ->
  over op z lo hi (fun i => op (f i) (g i)) = op (over op z lo hi f) (over op z lo hi g).
Proof.
move=> zz swap; rewrite /over -[X in foldl _ X _ = _]zz; move: {1 2}z {2 4}z => x y.
move: (iota _ _) => l; elim: l x y => [//|k l IH] x y /=; by rewrite swap IH.
Qed.

Lemma rsum_add lo hi f g : rsum lo hi (fun i => f i + g i) = rsum lo hi f + rsum lo hi g.
Proof. by apply: over_split => *; lra. Qed.

Lemma rsum_scale c lo hi f : rsum lo hi (fun i => c * f i) = c * rsum lo hi f.
Proof. by rewrite (@over_map _ _ (Rmult c) Rplus 0 Rplus 0) // => *; lra. Qed.

(* linear combinations under a sum: coefficients outside, what depends on the index inside *)
Fixpoint weighed (l : seq (R * (R -> R))) (i : R) : R := if l is (c, f) :: l then c * f i + weighed l i else 0.
Fixpoint weighed_sums (lo hi : R) (l : seq (R * (R -> R))) : R :=
  if l is (c, f) :: l then c * rsum lo hi f + weighed_sums lo hi l else 0.

Lemma rsum_weighed lo hi l : rsum lo hi (weighed l) = weighed_sums lo hi l.
Proof.
elim: l => [|[c f] l IH] /=.
  by rewrite -[RHS](Rmult_0_l (rsum lo hi (fun=> 0))) -rsum_scale; apply: over_eq => i; lra.
by rewrite rsum_add rsum_scale IH.
Qed.

Lemma msum_add m n lo hi f g : msum m n lo hi (fun i => addm (f i) (g i)) = addm (msum m n lo hi f) (msum m n lo hi g).
Proof. by apply: over_split => *; rewrite /addm ?addr0 // addrACA. Qed.

Lemma mulm_msum m n p (A : mat m n) lo hi f :
  mulm A (msum n p lo hi f) = msum m p lo hi (fun i => mulm A (f i)).
Proof. by rewrite (@over_map _ _ (mulm A) _ _ (@addm m p) (zerom m p)) => // *; rewrite /mulm ?mulmx0 ?mulmxDr. Qed.

Lemma msum_mulm m n p (A : mat n p) lo hi f :
  mulm (msum m n lo hi f) A = msum m p lo hi (fun i => mulm (f i) A).
Proof. by rewrite (@over_map _ _ (fun x => mulm x A) _ _ (@addm m p) (zerom m p)) => // *; rewrite /mulm ?mul0mx ?mulmxDl. Qed.

Lemma msum_trans m n lo hi f : transm (msum m n lo hi f) = msum n m lo hi (fun i => transm (f i)).
Proof. by rewrite (@over_map _ _ (@transm m n) _ _ (@addm n m) (zerom n m)) => // *; rewrite /transm ?trmx0 ?linearD. Qed.

Lemma msum_scale c m n lo hi f : msum m n lo hi (fun i => scalem c (f i)) = scalem c (msum m n lo hi f).
Proof.
rewrite (@over_map _ _ (@scalem c m n) _ _ (@addm m n) (zerom m n)) => // *; by rewrite /scalem ?scaler0 ?scalerDr.
Qed.

Lemma tracem_msum n lo hi f : tracem (msum n n lo hi f) = rsum lo hi (fun i => tracem (f i)).
Proof. by rewrite (@over_map _ _ (@tracem n) _ _ Rplus 0) => // *; rewrite /tracem ?mxtrace0 ?mxtraceD. Qed.

(* natural numbers among the reals *)
Definition nat_of (x : R) : nat := Z.to_nat (Int_part x).

Lemma INR_nat_of x : isint x -> 0 <= x -> INR (nat_of x) = x.
Proof. by move=> [z ->] /le_IZR h; rewrite /nat_of Int_part_IZR INR_IZR_INZ Z2Nat.id. Qed.

Lemma INR_addn m n : INR (m + n)%N = INR m + INR n. Proof. exact: plus_INR. Qed.
Lemma INR_muln m n : INR (m * n)%N = INR m * INR n. Proof. exact: mult_INR. Qed.
Lemma INR_expn m k : INR (m ^ k)%N = INR m ^ k.
Proof. by elim: k => [//|k IH]; rewrite expnS INR_muln IH. Qed.
Lemma INR_lit k : INR k = IZR (Z.of_nat k). Proof. exact: INR_IZR_INZ. Qed.
Lemma INR_pos n : (0 < n)%N -> 1 <= INR n.
Proof. by move=> /ltP h; apply: (le_INR 1); lia. Qed.
Lemma INR_nonneg n : 0 <= INR n. Proof. exact: pos_INR. Qed.
Lemma pos_of_INR n : 1 <= INR n -> (0 < n)%N.
Proof. by move=> h; apply/ltP; apply: INR_lt => /=; lra. Qed.

(* signs of sizes, by form *)
Lemma isint_by k x : INR k = x -> isint x. Proof. by move=> <-; exact: isint_INR. Qed.
Lemma nonneg_by k x : INR k = x -> 0 <= x. Proof. by move=> <-; exact: pos_INR. Qed.
Lemma pos_by k x : INR k = x -> 1 <= x -> (0 < k)%N. Proof. by move=> <-; exact: pos_of_INR. Qed.
Lemma one_nonneg x : 1 <= x -> 0 <= x. Proof. lra. Qed.
Lemma one_add_l x y : 1 <= x -> 0 <= y -> 1 <= x + y. Proof. lra. Qed.
Lemma one_add_r x y : 0 <= x -> 1 <= y -> 1 <= x + y. Proof. lra. Qed.
Lemma nonneg_add x y : 0 <= x -> 0 <= y -> 0 <= x + y. Proof. lra. Qed.
Lemma one_mul x y : 1 <= x -> 1 <= y -> 1 <= x * y.
Proof. by move=> h k; have := Rmult_le_compat 1 x 1 y; lra. Qed.
Lemma nonneg_mul x y : 0 <= x -> 0 <= y -> 0 <= x * y. Proof. exact: Rmult_le_pos. Qed.
Lemma one_pow x k : 1 <= x -> 1 <= x ^ k. Proof. exact: pow_R1_Rle. Qed.
Lemma nonneg_pow x k : 0 <= x -> 0 <= x ^ k. Proof. by move=> h; exact: pow_le. Qed.
Lemma one_max x y : 1 <= x -> 1 <= y -> 1 <= Rmax x y. Proof. by move=> *; exact: Rle_trans (Rmax_l _ _). Qed.
Lemma nonneg_max x y : 0 <= x -> 0 <= y -> 0 <= Rmax x y. Proof. by move=> *; exact: Rle_trans (Rmax_l _ _). Qed.
Lemma one_min x y : 1 <= x -> 1 <= y -> 1 <= Rmin x y. Proof. exact: Rmin_glb. Qed.
Lemma nonneg_min x y : 0 <= x -> 0 <= y -> 0 <= Rmin x y. Proof. exact: Rmin_glb. Qed.

Notation mprod n := (over (fun x y : mat n n => mulm y x) (idm n)).

Lemma default_P : (0 < 1)%N. Proof. by []. Qed.
Lemma default_Z : isint 0. Proof. by exists Z0. Qed.
