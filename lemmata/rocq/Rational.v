(* Refutations at an instance of rational numbers: both sides of a relation are computed entry by entry. *)
From Lemmata Require Export Blocks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
#[local] Transparent addm scalem mulm transm idm zerom tracem onesm relum hadm diagm inv.

Definition listed m n (l : seq (seq R)) : mat m n := (\matrix_(i < m, j < n) nth 0 (nth [::] l i) j)%R.

Section Entries.
Variables (m n p : nat).
Implicit Types (i : 'I_m) (j : 'I_n).
Lemma at_listed l i j : listed m n l i j = nth 0 (nth [::] l i) j. Proof. by rewrite mxE. Qed.
Lemma at_addm (A B : mat m n) i j : addm A B i j = A i j + B i j. Proof. by rewrite mxE. Qed.
Lemma at_scalem c (A : mat m n) i j : scalem c A i j = c * A i j. Proof. by rewrite mxE. Qed.
Lemma at_mulm (A : mat m p) (B : mat p n) i j : mulm A B i j = (\sum_(k < p) (A i k * B k j)%coqR)%R.
Proof. by rewrite mxE. Qed.
Lemma at_transm (A : mat n m) i j : transm A i j = A j i. Proof. by rewrite mxE. Qed.
Lemma at_idm (i k : 'I_m) : idm m i k = if val i == val k then 1 else 0. Proof. by rewrite mxE -val_eqE; case: eqP. Qed.
Lemma at_zerom i j : zerom m n i j = 0. Proof. by rewrite mxE. Qed.
Lemma at_onesm i j : onesm m n i j = 1. Proof. by rewrite mxE. Qed.
Lemma at_relum (A : mat m n) i j : relum A i j = Rmax 0 (A i j). Proof. by rewrite mxE. Qed.
Lemma at_hadm (A B : mat m n) i j : hadm A B i j = A i j * B i j. Proof. by rewrite mxE. Qed.
Lemma as_tracem (A : mat m m) : tracem A = (\sum_(k < m) A k k)%R. Proof. by []. Qed.
Lemma as_inv x : inv x = / x. Proof. by []. Qed.
Lemma sum_recl (f : 'I_m.+1 -> R) : (\sum_(k < m.+1) f k)%R = f ord0 + (\sum_(k < m) f (lift ord0 k))%R.
Proof. exact: big_ord_recl. Qed.
Lemma sum_none (f : 'I_0 -> R) : (\sum_(k < 0) f k)%R = 0. Proof. exact: big_ord0. Qed.
End Entries.

Ltac entries :=
  rewrite ?m_frobenius ?as_tracem ?as_inv;
  do 8 rewrite ?(at_listed, at_addm, at_scalem, at_mulm, at_transm, at_idm, at_zerom, at_onesm, at_relum, at_hadm)
    ?sum_recl ?sum_none /=.
(* what a statement asks for, at the instance *)
Lemma norm_positive m n (A : mat m n) : 0 < tracem (mulm (transm A) A) -> 0 < normF A.
Proof. exact: sqrt_lt_R0. Qed.
Ltac holds :=
  first [ by [] | entries; lra | apply: norm_positive; entries; lra
        | apply/matrixP => -[[|[|[|?]]] ?] [[|[|[|?]]] ?] //; entries; lra ].
(* what it claims is false there *)
Lemma entry_at m n (A B : mat m n) i j (hi : (i < m)%N) (hj : (j < n)%N) :
  A = B -> A (Ordinal hi) (Ordinal hj) = B (Ordinal hi) (Ordinal hj).
Proof. by move=> ->. Qed.
Lemma norms_squared c m n p q (A : mat m n) (B : mat p q) :
  normF A <= c * normF B -> normF A ^ 2 <= c ^ 2 * normF B ^ 2.
Proof. by rewrite -Rpow_mult_distr => h; apply: pow_incr; split=> //; exact: m_sign_normF. Qed.
Ltac differs e i j := move: (fun hi hj => @entry_at _ _ _ _ i j hi hj e) => /(_ erefl erefl); entries; lra.
Ltac fails :=
  first [ by [] | entries; lra | move=> /norms_squared; entries; lra
        | let e := fresh "e" in move=> e;
          first [ differs e 0%N 0%N | differs e 0%N 1%N | differs e 1%N 0%N | differs e 1%N 1%N | differs e 2%N 0%N ] ].
