(* Textbook facts that the libraries prove: `known_NAME_K` is conjunct K of `classical.NAME`. *)
From Lemmata Require Export Blocks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
#[local] Transparent addm oppm subm scalem mulm transm idm zerom tracem rank detm onesm ecol relum over.

Lemma known_exponential_sum_1 x y : exp (Rplus x y) = Rmult (exp x) (exp y). Proof. exact: exp_plus. Qed.
Lemma known_exponential_tangent_1 x : Rle (Rplus 1 x) (exp x).
Proof.
case: (Req_dec x 0) => [->|x0]; first by rewrite exp_0 Rplus_0_r; exact: Rle_refl.
exact: Rlt_le (exp_ineq1 _ x0).
Qed.

(* ---- determinants and ranks ---- *)

Lemma known_determinant_of_product_1 n (A B : mat n n) : detm (mulm A B) = Rmult (detm A) (detm B).
Proof. exact: det_mulmx. Qed.
Lemma known_determinant_of_transpose_1 n (A : mat n n) : detm (transm A) = detm A. Proof. exact: det_tr. Qed.
Lemma known_sylvester_1 r q (A : mat q r) (B : mat r q) :
  detm (addm (idm r) (mulm B A)) = detm (addm (idm q) (mulm A B)).
Proof.
rewrite /detm /addm /mulm /idm; pose M := block_mx 1%:M (- B) A (1%:M : 'M[R]_q).
have e1 : block_mx 1%:M B 0 1%:M *m M = block_mx (1%:M + B *m A) 0 A 1%:M.
  by rewrite mulmx_block !mul1mx !mul0mx !mulmx1 !add0r addNr.
have e2 : M *m block_mx 1%:M B 0 1%:M = block_mx 1%:M 0 A (1%:M + A *m B).
  by rewrite mulmx_block !mul1mx !mulmx1 !mulmx0 !addr0 addrN addrC.
have := congr1 determinant e1; rewrite det_mulmx det_ublock !det1 !mul1r det_lblock det1 mulr1 => <-.
by have := congr1 determinant e2; rewrite det_mulmx det_ublock !det1 !mulr1 det_lblock det1 mul1r.
Qed.
Lemma known_rank_of_transpose_1 m n (A : mat m n) : rank (transm A) = rank A.
Proof. by rewrite /rank /transm mxrank_tr. Qed.
Lemma known_rank_of_product_1 m n p (A : mat m n) (B : mat n p) : Rle (rank (mulm A B)) (rank B).
Proof. by apply: le_INR; apply/leP; exact: mxrankM_maxr. Qed.
Lemma known_rank_of_product_2 m n p (A : mat m n) (B : mat n p) :
  Rle (Rplus (Rplus (rank A) (rank B)) (Rmult (-1) (INR n))) (rank (mulm A B)).
Proof.
have := mxrank_mul_min A B; rewrite leq_subLR => /leP/le_INR; rewrite !INR_addn => h.
have : Rle (Rplus (rank A) (rank B)) (Rplus (INR n) (rank (mulm A B))) by exact: h.
by lra.
Qed.
Lemma known_singular_2 n (A : mat n n) : (0 < n)%N -> detm A = 0%coqR -> Rle (rank A) (Rplus (INR n) (Rmult (-1) 1)).
Proof.
move=> n0 z; have lt : (\rank A < n)%N.
  rewrite ltn_neqAle rank_leq_row andbT; apply/negP => full; move: full; rewrite -/(row_full A) => full.
  have : A \in unitmx by rewrite -row_full_unit.
  by rewrite unitmxE unitfE -[\det A]/(detm A) z eqxx.
have h : Rle (Rplus (rank A) 1) (INR n) by rewrite -S_INR; exact: le_INR (leP lt).
by lra.
Qed.

(* ---- entries ---- *)

Lemma unit_left n p (A : mat n p) (k : 'I_n) j :
  mulm (transm (ecol n (Rplus (INR k) 1))) A ord0 j = A k j.
Proof.
rewrite /mulm mxE (bigD1 k) //= !mxE; case: Req_EM_T => [_|[]] //=; rewrite mul1r big1 ?addr0 // => l /eqP lk.
rewrite !mxE; case: Req_EM_T => [h|h] /=; last by rewrite mul0r.
by case: lk; apply: val_inj; apply: INR_eq => /=; lra.
Qed.
Lemma unit_right m n (A : mat m n) i (k : 'I_n) : mulm A (ecol n (Rplus (INR k) 1)) i ord0 = A i k.
Proof.
have -> : mulm A (ecol n (Rplus (INR k) 1)) i ord0 =
    mulm (transm (ecol n (Rplus (INR k) 1))) (transm A) ord0 i.
  by rewrite /mulm !mxE; apply: eq_bigr => l _; rewrite !mxE mulrC.
by rewrite unit_left mxE.
Qed.
Lemma known_rectifier_entries_1 m n (A : mat m n) i j : inrange 1 (INR m) i -> inrange 1 (INR n) j ->
  tracem (mulm (mulm (transm (ecol m i)) (relum A)) (ecol n j)) =
  Rmax (tracem (mulm (mulm (transm (ecol m i)) A) (ecol n j))) 0.
Proof.
move=> [ii [i1 i2]] [jj [j1 j2]]; have [a ->] := unit_entry ii i1 i2; have [b ->] := unit_entry jj j1 j2.
by rewrite /tracem /mxtrace !big_ord1 !unit_right !unit_left mxE Rmax_comm.
Qed.
Lemma known_ones_1 m n : onesm m n = mulm (onesm m 1) (transm (onesm n 1)).
Proof. by apply/matrixP => i j; rewrite /mulm !mxE big_ord1 !mxE mulr1. Qed.
Lemma known_ones_2 n : tracem (mulm (transm (onesm n 1)) (onesm n 1)) = INR n.
Proof.
rewrite /tracem /mxtrace big_ord1 /mulm mxE -(tr_one n) /tracem /mxtrace.
by apply: eq_bigr => k _; rewrite !mxE eqxx mulr1.
Qed.
Lemma known_ones_3 m n : transm (onesm m n) = onesm n m.
Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma known_ones_4 n i : inrange 1 (INR n) i -> tracem (mulm (transm (ecol n i)) (onesm n 1)) = 1%coqR.
Proof.
move=> [ii [i1 i2]]; have [a ->] := unit_entry ii i1 i2.
by rewrite /tracem /mxtrace big_ord1 unit_left mxE.
Qed.

Lemma msum_entry m n h (f : R -> mat m n) i j :
  msum m n 1 (INR h) f i j = \sum_(k < h) f (Rplus (INR k) 1) i j.
Proof.
rewrite over_1_nat; elim: h => [|h IH]; first by rewrite big_ord0 mxE.
rewrite -addn1 iotaD foldl_cat /= addn1 big_ord_recr /= -IH /addm mxE.
by congr (_ + f _ i j); exact: Rplus_comm.
Qed.
Lemma known_unit_columns_1 n : msum n n 1 (INR n) (fun i => mulm (ecol n i) (transm (ecol n i))) = idm n.
Proof.
have same (x y : nat) : (if Req_EM_T (Rplus (INR x) 1) (Rplus (INR y) 1) then 1 else 0 : R) = (x == y)%:R.
  case: Req_EM_T => [e|n0] /=; first by rewrite (_ : x = y) ?eqxx //; apply: INR_eq; lra.
  by case: eqP => // e; case: n0; rewrite e.
apply/matrixP => i j; rewrite msum_entry (bigD1 i) //= big1 => [|k ki].
  by rewrite /mulm mxE big_ord1 !mxE !same eqxx mul1r addr0 eq_sym.
by rewrite /mulm mxE big_ord1 !mxE !same (_ : (val i == val k) = false) ?mul0r // eq_sym; apply/negbTE.
Qed.

Lemma known_singular_value_decomposition_3 V m n (A : mat m n) (smin_V : law_smin V) :
  Rle (INR m) (INR n) -> smin V A = s V A (INR m).
Proof. by move=> h; rewrite smin_V Rmin_left. Qed.
Lemma known_singular_value_decomposition_4 V m n (A : mat m n) (smin_V : law_smin V) :
  Rle (INR m) (INR n) -> smin V (transm A) = s V (transm A) (INR m).
Proof. by move=> h; rewrite smin_V Rmin_right. Qed.
