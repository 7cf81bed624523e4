//! Numbers that Python reads where they are: `numpy.asarray` of an array copies nothing.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

/// Numbers of one kind in a shape, shared with NumPy through its array interface.
#[pyclass(module = "ludorum._native")]
pub(crate) struct Array {
    pub(crate) data: Data,
    shape: Vec<usize>,
}

/// The numbers of an array. Their place in memory never changes.
pub(crate) enum Data {
    F32(Box<[f32]>),
    I32(Box<[i32]>),
    U8(Box<[u8]>),
}

/// So many cells along these sides, all zero; as Python says it where there is no memory for them.
pub(crate) fn zeros<T: Clone + Default>(shape: &[usize]) -> PyResult<Vec<T>> {
    let too_many = || PyMemoryError::new_err(format!("there is no memory for {shape:?} numbers"));
    let sides = shape
        .iter()
        .try_fold(1_usize, |cells, side| cells.checked_mul(*side));
    let cells = sides.ok_or_else(too_many)?;
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(cells).map_err(|_| too_many())?;
    zeros.resize(cells, T::default());
    Ok(zeros)
}

impl Array {
    pub(crate) fn f32(cells: Vec<f32>, shape: Vec<usize>) -> Array {
        let data = Data::F32(cells.into());
        Array { data, shape }
    }

    pub(crate) fn i32(cells: Vec<i32>, shape: Vec<usize>) -> Array {
        let data = Data::I32(cells.into());
        Array { data, shape }
    }

    pub(crate) fn u8(cells: Vec<u8>, shape: Vec<usize>) -> Array {
        let data = Data::U8(cells.into());
        Array { data, shape }
    }

    /// The same numbers as an array of NumPy.
    pub(crate) fn into_numpy(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        as_numpy(&Bound::new(py, self)?)
    }
}

/// The numbers as an array of NumPy, which keeps them alive.
pub(crate) fn as_numpy<'py>(array: &Bound<'py, Array>) -> PyResult<Bound<'py, PyAny>> {
    static ASARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    ASARRAY
        .import(array.py(), "numpy", "asarray")?
        .call1((array,))
}

#[pymethods]
impl Array {
    /// The array interface of NumPy, version 3.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (address, kind) = match &self.data {
            Data::F32(cells) => (cells.as_ptr() as usize, "f4"),
            Data::I32(cells) => (cells.as_ptr() as usize, "i4"),
            Data::U8(cells) => (cells.as_ptr() as usize, "u1"),
        };
        let order = match kind {
            "u1" => '|',
            _ if cfg!(target_endian = "little") => '<',
            _ => '>',
        };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", self.shape())?;
        interface.set_item("typestr", format!("{order}{kind}"))?;
        interface.set_item("data", (address, false))?;
        Ok(interface)
    }

    /// How many numbers there are along each side.
    #[getter]
    fn shape(&self) -> ShapeTuple {
        ShapeTuple(self.shape.clone())
    }
}

/// A shape, which Python wants as a tuple.
pub(crate) struct ShapeTuple(pub(crate) Vec<usize>);

impl<'py> IntoPyObject<'py> for ShapeTuple {
    type Target = PyTuple;
    type Output = Bound<'py, Self::Target>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyTuple::new(py, self.0)
    }
}
