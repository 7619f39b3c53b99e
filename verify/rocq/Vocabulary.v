(* The vocabulary of the statements: functions read off matrices, and what is agreed about them. *)
From Lemmata Require Export Matrices Ranges.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.

Definition inv (x : R) : R := / x.
Lemma inv_mul x y : inv (x * y) = inv x * inv y. Proof. exact: Rinv_mult. Qed.
Lemma inv_inv x : inv (inv x) = x. Proof. exact: Rinv_inv. Qed.
Lemma inv_0 : inv 0 = 0. Proof. exact: Rinv_0. Qed.
Lemma inv_1 : inv 1 = 1. Proof. exact: Rinv_1. Qed.
Lemma inv_pow x k : inv (x ^ k) = inv x ^ k.
Proof. by elim: k => [|k IH] /=; rewrite ?inv_1 // inv_mul IH. Qed.

Lemma abs_number x y : 0 <= y -> x = y \/ x = - y -> Rabs x = y.
Proof. by move=> h [->|->]; rewrite ?Rabs_Ropp Rabs_right //; lra. Qed.
Lemma abs_flip x y : x = - y -> Rabs x = Rabs y. Proof. by move=> ->; rewrite Rabs_Ropp. Qed.

(* ---- defined functions ---- *)

Definition normF m n (A : mat m n) : R := sqrt (tracem (mulm (transm A) A)).
Definition rank m n (A : mat m n) : R := INR (mxrank A).
Definition detm n (A : mat n n) : R := (\det A)%R.
Definition invm n (A : mat n n) : mat n n := invmx A.
Definition onesm m n : mat m n := const_mx 1%R.
Definition ecol n (i : R) : mat n 1 := \matrix_(k < n, j < 1) if Req_EM_T (INR k + 1) i then 1%R else 0%R.
Definition diagm n (f : R -> R) : mat n n := \matrix_(k < n, j < n) if k == j then f (INR k + 1) else 0%R.
Definition relum m n (A : mat m n) : mat m n := \matrix_(i < m, j < n) Rmax 0 (A i j).
(* the largest of f lo, ..., f hi *)
Definition rmax (lo hi : R) (f : R -> R) : R := over Rmax (f lo) (lo + 1) hi f.

Lemma diagm_eq n f g : (forall i, f i = g i) -> diagm n f = diagm n g.
Proof. by move=> same; apply/matrixP => i j; rewrite !mxE same. Qed.

Lemma diagm_tr n f : transm (diagm n f) = diagm n f.
Proof. by apply/matrixP => i j; rewrite !mxE eq_sym; case: eqP => // ->. Qed.

(* ---- declared functions: total, and arbitrary where they are not defined ---- *)

Record vocabulary := Vocabulary {
  s : forall m n, mat m n -> R -> R;                 (* singular values, from the largest *)
  lam : forall n, mat n n -> R -> R;                 (* eigenvalues of a symmetric matrix, from the largest *)
  smax : forall m n, mat m n -> R;
  smin : forall m n, mat m n -> R;
  lmax : forall n, mat n n -> R;
  lmin : forall n, mat n n -> R;
  cond : forall m n, mat m n -> R;
  norm2 : forall m n, mat m n -> R;
  maxabs : forall m n, mat m n -> R;
  real_eigenvalues : forall n, mat n n -> R;
  eigenform : forall n, mat n n -> R -> mat n n -> R;
  singularform : forall n, mat n n -> R -> mat n n -> R;
  rpow : R -> R -> R;
  simple_s : forall m n, mat m n -> R -> Prop;
  simple_lam : forall n, mat n n -> R -> Prop
}.
Arguments s v {m n} A i : rename.
Arguments lam v {n} A i : rename.
Arguments smax v {m n} A : rename.
Arguments smin v {m n} A : rename.
Arguments lmax v {n} A : rename.
Arguments lmin v {n} A : rename.
Arguments cond v {m n} A : rename.
Arguments norm2 v {m n} A : rename.
Arguments maxabs v {m n} A : rename.
Arguments real_eigenvalues v {n} A : rename.
Arguments eigenform v {n} A i X : rename.
Arguments singularform v {n} A i X : rename.
Arguments rpow v x y : rename.
Arguments simple_s v {m n} A i : rename.
Arguments simple_lam v {n} A i : rename.
