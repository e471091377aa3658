# The module in the package counts queens.
import puzzled

print(puzzled.queens(10))
