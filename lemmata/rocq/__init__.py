"""Export of kernel theorems to Rocq, and the verdict of Rocq on them."""
