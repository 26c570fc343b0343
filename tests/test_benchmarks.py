"""What the benchmarks conclude from what they measure."""

import pytest

from benchmarks.alphabet_levels import STUDENT, interval, students_t


@pytest.mark.parametrize(("freedom", "percentile"), [(1, 12.706), (7, 2.365), (20, 2.086), (21, 2.080), (60, 2.000)])
def test_few_deals_are_judged_by_students_t(freedom, percentile):
    assert students_t(freedom) == pytest.approx(percentile, abs=0.001)


def test_students_t_falls_with_more_deals():
    found = [students_t(freedom) for freedom in range(1, 2 * len(STUDENT))]
    assert found == sorted(found, reverse=True)


def test_an_interval_is_around_the_share_that_was_won():
    low, high = interval([0.5, 0.75, 0.5, 0.75])
    assert (low + high) / 2 == pytest.approx(0.625)
    assert high - low == pytest.approx(2 * 3.182 * (0.0625 / 3) ** 0.5 / 2)
    assert interval([0.0, 1.0]) == (0.0, 1.0)


def test_where_all_was_won_the_interval_still_has_a_lower_end():
    """Wilson's: n / (n + 1.96²)."""
    low, high = interval([1.0] * 20)
    assert [low, high] == pytest.approx([20 / (20 + 1.96**2), 1.0])
    assert interval([1.0])[0] < 0.25
    assert [*interval([0.0] * 20)] == pytest.approx([0.0, 1 - low])
