"""`brocante load --hostile`: that it measures what it says. How long things take is no test's business."""

from brocante.bench import hostile


def test_what_others_notice_is_measured_in_peace_and_under_attack() -> None:
    told: list[str] = []
    report = hostile.measure(2, 3, told.append)
    rows = report["hostile"]
    assert [row["what"] for row in rows] == [f"{what}, {when}" for when in told for what in hostile.MEASURED]
    assert all(row["number"] > 3 and 0 < row["p50"] <= row["p99"] <= row["most"] for row in rows), rows
    assert len(hostile.table(report).rows) == len(rows) == 6
